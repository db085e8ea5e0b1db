package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.authz.Authorizer;
import dev.muster.model.scheme.Kinds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The controllers of a server: those of the cluster, which one of several servers runs, and what
 * every server does for itself. To add one: its file, and one entry here. Thread-safe.
 */
public final class Controllers implements AutoCloseable {
  private final Setting with;
  private final Set<String> chosen;
  private final ChangeFeed own;
  private volatile Optional<ChangeFeed> leading = Optional.empty();

  private Controllers(Setting with, Set<String> chosen, ChangeFeed own) {
    this.with = with;
    this.chosen = chosen;
    this.own = own;
  }

  /**
   * What controllers work with.
   *
   * @param rootCa what clients inside the cluster trust, as PEM
   * @param issuer signs what was approved
   * @param authorizer tells who may have a certificate without being asked
   * @param eventTtl how long events are kept
   * @param nodeGrace how long a node may be silent
   */
  public record Setting(
      Registry registry,
      Deletes deletes,
      Kinds kinds,
      InstantSource clock,
      Supplier<String> rootCa,
      CertificateIssuer issuer,
      Authorizer authorizer,
      Duration eventTtl,
      Duration nodeGrace) {}

  /**
   * Starts what every server does for itself; makes what those that are chosen have to have made
   * before a server is ready.
   *
   * @param chosen as {@code --controllers}: names, {@code *} for all, {@code -name} for none of it
   * @param beside names of controllers that others run
   * @throws IllegalArgumentException for a name that no controller has
   */
  public static Controllers start(Setting with, Set<String> chosen, Set<String> beside) {
    Choice choice = new Choice(chosen);
    all(with).stream().filter(each -> choice.includes(each.name())).forEach(Controller::prepare);
    choice.refuseUnknown(beside);
    ControllerLoop expiry =
        new ControllerLoop(
            new EventExpiry(
                writer(with, "kube-apiserver"), with.kinds(), with.eventTtl(), with.clock()));
    String events = with.kinds().byKind("v1", "Event").orElseThrow().storagePrefix() + "/";
    ChangeFeed own = new ChangeFeed(with.registry().store(), events, List.of(expiry));
    own.start();
    return new Controllers(with, chosen, own);
  }

  /** Runs those that are chosen until that is closed. They begin with what is there now. */
  public Leading lead() {
    Choice choice = new Choice(chosen);
    List<ControllerLoop> loops =
        all(with).stream()
            .filter(each -> choice.includes(each.name()))
            .map(ControllerLoop::new)
            .toList();
    ChangeFeed feed = new ChangeFeed(with.registry().store(), ChangeFeed.EVERYTHING, loops);
    feed.start();
    leading = Optional.of(feed);
    return () -> {
      leading = Optional.empty();
      feed.close();
    };
  }

  /** Controllers at work. */
  public interface Leading extends AutoCloseable {
    /** Returns when none works any more. To be called before the store is closed. */
    @Override
    void close();
  }

  private static List<Controller> all(Setting with) {
    Writer writer = writer(with, "kube-controller-manager");
    Kinds kinds = with.kinds();
    return List.of(
        new NamespaceController(writer, kinds, with.clock()),
        new GarbageCollector(writer, kinds),
        new NodeLifecycle(writer, kinds, with.clock(), with.nodeGrace()),
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
    leading.ifPresent(ChangeFeed::again);
  }

  /** Whether they have seen everything that was stored when they started; those that wait have. */
  public boolean synced() {
    return own.synced() && leading.map(ChangeFeed::synced).orElse(true);
  }

  /** Stops what every server does for itself. To be called before the store is closed. */
  @Override
  public void close() {
    own.close();
  }
}
