package dev.muster.apiserver.server;

import dev.muster.apiserver.console.ConsoleSessions;
import dev.muster.apiserver.controllers.Controllers;
import dev.muster.apiserver.encryption.Encryption;
import dev.muster.apiserver.handlers.HealthChecks;
import dev.muster.apiserver.handlers.Operations;
import dev.muster.apiserver.handlers.ServiceRouting;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.authz.User;
import dev.muster.base.Closing;
import dev.muster.client.api.ApiTransport;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.kubeconfig.IssuedKubeconfigs;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.Pki;
import dev.muster.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;

/** A running API server. */
public final class ApiServer implements AutoCloseable {
  private final Closing closing;
  private final AtomicBoolean draining;
  private final Listening listening;
  private final ServerParts parts;
  private final Operations operations;
  private final Controllers controllers;
  private final InProcessConnections controllerConnections;
  private final Pki pki;
  private final Optional<ConsoleSessions> console;
  private final IssuedKubeconfigs kubeconfigs;
  private final Path kubeconfig;
  private final String url;

  ApiServer(
      Closing closing,
      AtomicBoolean draining,
      Listening listening,
      ServerParts parts,
      Operations operations,
      Controllers controllers,
      InProcessConnections controllerConnections,
      Pki pki,
      Optional<ConsoleSessions> console,
      String url,
      Path data) {
    this.closing = closing;
    this.draining = draining;
    this.listening = listening;
    this.parts = parts;
    this.operations = operations;
    this.controllers = controllers;
    this.controllerConnections = controllerConnections;
    this.pki = pki;
    this.console = console;
    this.kubeconfigs = new IssuedKubeconfigs(pki, url);
    this.kubeconfig = kubeconfigs.writeAdmin(data);
    this.url = url;
  }

  /** Begins to listen on one more address. */
  interface Listening {
    void on(String address) throws IOException;
  }

  /** Starts a server; returns once it answers requests. */
  public static ApiServer start(ServerConfig config) throws IOException {
    Closing closing = new Closing();
    try {
      Optional<Encryption> encryption =
          config.storage().encryption().map(file -> closing.add(Encryption.open(file)));
      return new ServerStart(config, Clock.systemUTC(), closing)
          .start(
              (same, kinds) -> {
                Store<StoredObject> store = same.storage().backend().open(same, kinds, encryption);
                encryption.ifPresent(by -> by.start(() -> store.snapshot().revision()));
                return store;
              },
              encryption);
    } catch (IOException | RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  /** Starts a server on a store that is opened with its kinds, and that it closes. */
  static ApiServer start(
      ServerConfig config, BiFunction<ServerConfig, Kinds, Store<StoredObject>> opening)
      throws IOException {
    Closing closing = new Closing();
    try {
      return new ServerStart(config, Clock.systemUTC(), closing).start(opening, Optional.empty());
    } catch (IOException | RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  /** The file with which the administrator, a member of system:masters, reaches this server. */
  public Path kubeconfig() {
    return kubeconfig;
  }

  /**
   * The ways to this server for controllers in its own process, as their service accounts: no TLS,
   * but authorization, admission and audit as for anybody.
   */
  public ControllerConnections controllerConnections() {
    return controllerConnections;
  }

  /**
   * The way to this server for whoever runs it in its own process, as any user: as theirs, but for
   * the proof of who it is.
   */
  public ApiTransport connectionAs(User user) {
    return controllerConnections.user(user);
  }

  /** The text of a kubeconfig for another user, by a new certificate that is kept nowhere. */
  public String kubeconfigFor(String user, List<String> groups) {
    return kubeconfigs.of(user, groups);
  }

  /** Whether RBAC decides here, with the default roles of controllers and schedulers. */
  public boolean byRole() {
    return parts.modes().byRole();
  }

  /** TLS for the server of a node of this cluster, which is reached under these names. */
  public SSLContext nodeServerContext(String node, List<String> names) {
    return pki.nodeServerContext(node, names);
  }

  public String url() {
    return url;
  }

  /**
   * A link that signs its first user in to the console as the administrator, within ten minutes;
   * empty if no console is served.
   */
  public Optional<String> newConsoleLink() {
    return console.map(sessions -> url + "/console/#once=" + sessions.newCode());
  }

  /**
   * Serves one more kind from now on, until the server is closed. Objects of it that an earlier
   * server stored are there.
   *
   * @throws IllegalArgumentException if its name, its resource or its place in the store is taken
   */
  public void add(Kind kind) {
    parts.objects().kinds().add(kind);
    controllers.kindsAdded();
  }

  /**
   * Listens on one more address as well, and tells it to the cluster as the one to be reached by.
   *
   * @throws IOException when its port cannot be had there
   */
  public void listenAlsoOn(String address) throws IOException {
    listening.on(address);
  }

  /**
   * Runs the controllers of the cluster that belong to an API server, until that is closed: to be
   * called where several servers have them, by the one that leads.
   */
  public Controllers.Leading lead() {
    return controllers.lead();
  }

  /** Whether other servers may have the same objects. */
  public boolean sharesItsStore() {
    return parts.store().shared();
  }

  /** Who leads to services from now on; who writes one is told what nobody acts on. */
  public void servicesAreLedTo(ServiceRouting.By by) {
    operations.storedOnly().services().is(by);
  }

  /** A part of the control plane that runs beside this server, and says itself how it is. */
  public void runsBeside(String component, HealthChecks.Check check) {
    operations.components().add(component, check);
  }

  /** From now on it says that it is not ready, so that clients go elsewhere; it still serves. */
  public void drain() {
    draining.set(true);
  }

  @Override
  public void close() {
    drain();
    closing.close();
  }
}
