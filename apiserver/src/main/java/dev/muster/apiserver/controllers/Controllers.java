package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.authz.Authorizer;
import dev.muster.model.scheme.Kinds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The running controllers. To add one: its file, and one entry here. */
public final class Controllers implements AutoCloseable {
  private final ChangeFeed feed;

  private Controllers(ChangeFeed feed) {
    this.feed = feed;
  }

  /**
   * What controllers work with.
   *
   * @param rootCa what clients inside the cluster trust, as PEM
   * @param issuer signs what was approved
   * @param authorizer tells who may have a certificate without being asked
   * @param eventTtl how long events are kept
   */
  public record Setting(
      Registry registry,
      Deletes deletes,
      Kinds kinds,
      InstantSource clock,
      Supplier<String> rootCa,
      CertificateIssuer issuer,
      Authorizer authorizer,
      Duration eventTtl) {}

  /**
   * Starts those that are chosen, and those that belong to every API server.
   *
   * @param chosen as {@code --controllers}: names, {@code *} for all, {@code -name} for none of it
   * @param beside names of controllers that others run
   * @throws IllegalArgumentException for a name that no controller has
   */
  public static Controllers start(Setting with, Set<String> chosen, Set<String> beside) {
    Choice choice = new Choice(chosen);
    List<ControllerLoop> loops = new ArrayList<>();
    for (Controller controller : all(with)) {
      if (choice.includes(controller.name())) {
        controller.prepare();
        loops.add(new ControllerLoop(controller));
      }
    }
    choice.refuseUnknown(beside);
    loops.add(
        new ControllerLoop(
            new EventExpiry(
                writer(with, "kube-apiserver"), with.kinds(), with.eventTtl(), with.clock())));
    ChangeFeed feed = new ChangeFeed(with.registry().store(), List.copyOf(loops));
    feed.start();
    return new Controllers(feed);
  }

  private static List<Controller> all(Setting with) {
    Writer writer = writer(with, "kube-controller-manager");
    Kinds kinds = with.kinds();
    return List.of(
        new NamespaceController(writer, kinds, with.clock()),
        new GarbageCollector(writer, kinds),
        new NodeLifecycle(writer(with, "kube-controller-manager"), kinds, with.clock()),
        new TaintEviction(writer, kinds, with.clock()),
        new RoleAggregation(writer(with, "clusterrole-aggregation-controller"), kinds),
        new PolicyStatus(writer(with, "validatingadmissionpolicy-status"), kinds),
        new CertificateApprover(writer, kinds, with.authorizer()),
        new CertificateSigner(writer, kinds, with.issuer()),
        new CertificateCleaner(writer, kinds, with.clock()),
        StorageProtection.ofClaims(writer, kinds),
        StorageProtection.ofVolumes(writer, kinds),
        NamespaceObject.defaultServiceAccount(writer, kinds),
        NamespaceObject.rootCa(writer, kinds, with.rootCa()));
  }

  static Writer writer(Setting with, String manager) {
    return new Writer(with.registry(), with.deletes(), manager);
  }

  /** Kinds were added: objects of theirs are looked at, and those that refer to them again. */
  public void kindsAdded() {
    feed.again();
  }

  /** Whether they have seen everything that was stored when they started. */
  public boolean synced() {
    return feed.synced();
  }

  /** Stops them; returns when none works any more. To be called before the store is closed. */
  @Override
  public void close() {
    feed.close();
  }
}
