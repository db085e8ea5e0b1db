package dev.muster.apiserver.server;

import dev.muster.apiserver.access.AccessGroupReviews;
import dev.muster.apiserver.access.RefusalExplanations;
import dev.muster.apiserver.authn.ServiceAccountTokens;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.console.ConsoleEndpoint;
import dev.muster.apiserver.console.ConsoleSessions;
import dev.muster.apiserver.controllers.Controllers;
import dev.muster.apiserver.controllers.ServerEvents;
import dev.muster.apiserver.encryption.Encryption;
import dev.muster.apiserver.flow.Borrowing;
import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.flow.FlowLimits;
import dev.muster.apiserver.flow.config.FlowSource;
import dev.muster.apiserver.flow.config.PriorityLevels;
import dev.muster.apiserver.handlers.Components;
import dev.muster.apiserver.handlers.Handlers;
import dev.muster.apiserver.handlers.HealthChecks;
import dev.muster.apiserver.handlers.Identification;
import dev.muster.apiserver.handlers.Operations;
import dev.muster.apiserver.handlers.ServiceRouting;
import dev.muster.apiserver.handlers.StoredOnly;
import dev.muster.apiserver.metrics.MeteredStore;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.registry.RegistryParts;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.reviews.OpenIdDocuments;
import dev.muster.apiserver.reviews.ReviewLists;
import dev.muster.apiserver.reviews.Reviews;
import dev.muster.apiserver.reviews.TokenRequests;
import dev.muster.apiserver.visibility.FilteredServer;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.base.Closing;
import dev.muster.client.api.ApiTransport;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.kubeconfig.IssuedKubeconfigs;
import dev.muster.console.ConsoleFiles;
import dev.muster.http.Endpoint;
import dev.muster.http.HttpsServer;
import dev.muster.http.ServerOptions;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.linux.PrivateDirectory;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;

/** A running API server. */
public final class ApiServer implements AutoCloseable {
  private static final Executor STARTER = task -> Thread.ofPlatform().name("start").start(task);

  private final Closing closing;
  private final AtomicBoolean draining;
  private final Listening listening;
  private final Kinds kinds;
  private final Controllers controllers;
  private final Components components;
  private final ServiceRouting services;
  private final InProcessConnections controllerConnections;
  private final boolean byRole;
  private final boolean shared;
  private final Pki pki;
  private final Optional<ConsoleSessions> console;
  private final IssuedKubeconfigs kubeconfigs;
  private final Path kubeconfig;
  private final String url;

  private ApiServer(
      Closing closing,
      AtomicBoolean draining,
      Listening listening,
      Kinds kinds,
      Controllers controllers,
      Components components,
      ServiceRouting services,
      InProcessConnections controllerConnections,
      boolean byRole,
      boolean shared,
      Pki pki,
      Optional<ConsoleSessions> console,
      String url,
      Path data) {
    this.closing = closing;
    this.draining = draining;
    this.listening = listening;
    this.kinds = kinds;
    this.controllers = controllers;
    this.components = components;
    this.services = services;
    this.controllerConnections = controllerConnections;
    this.byRole = byRole;
    this.shared = shared;
    this.pki = pki;
    this.console = console;
    this.kubeconfigs = new IssuedKubeconfigs(pki, url);
    this.kubeconfig = kubeconfigs.writeAdmin(data);
    this.url = url;
  }

  /** Begins to listen on one more address. */
  private interface Listening {
    void on(String address) throws IOException;
  }

  /** Starts a server; returns once it answers requests. */
  public static ApiServer start(ServerConfig config) throws IOException {
    Closing closing = new Closing();
    try {
      Optional<Encryption> encryption =
          config.storage().encryption().map(file -> closing.add(Encryption.open(file)));
      return start(
          config,
          (same, kinds) -> {
            Store<StoredObject> store = same.storage().backend().open(same, kinds, encryption);
            encryption.ifPresent(by -> by.start(() -> store.snapshot().revision()));
            return store;
          },
          encryption,
          closing);
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
      return start(config, opening, Optional.empty(), closing);
    } catch (IOException | RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  private static ApiServer start(
      ServerConfig config,
      BiFunction<ServerConfig, Kinds, Store<StoredObject>> opening,
      Optional<Encryption> encryption,
      Closing closing)
      throws IOException {
    Clock clock = Clock.systemUTC();
    config.serving().requireFree();
    PrivateDirectory.claim(config.data());
    // keys and store, with what belongs in it, do not need each other
    CompletableFuture<Pki> keys = CompletableFuture.supplyAsync(() -> keys(config, clock), STARTER);
    // a start that fails meanwhile does not leave them writing
    closing.add(() -> keys.handle((made, problem) -> made).join());
    Kinds kinds = config.runtimeConfig().choose(KubernetesKinds.kinds(config.features()));
    MeteredStore<StoredObject> store =
        closing.add(new MeteredStore<>(opening.apply(config, kinds)));
    ServerParts parts = ServerParts.on(store, kinds, config, clock, closing);
    RegistryParts objects = parts.objects();
    Bootstrap bootstrap = new Bootstrap(objects.registry(), objects.deletes(), kinds, clock);
    bootstrap.run();
    closing.add(bootstrap.flows().start());
    Pki pki = ready(keys);
    closing.add(CertificateRenewal.start(pki));
    ClusterAuthenticationTrust.publish(
        objects.registry(), kinds, pki, config.authentication().requestHeaders());
    Optional<ConsoleSessions> console =
        config.serving().console()
            ? Optional.of(ConsoleSessions.byOneTimeLinks(clock))
            : Optional.empty();
    ClientCredentials credentials =
        ClientCredentials.of(
            config.authentication(),
            IssuerParts.of(config.authentication(), parts.metrics(), clock, closing),
            console,
            pki,
            kinds,
            store,
            clock);
    Controllers.Setting setting =
        new Controllers.Setting(
            objects.registry(),
            objects.deletes(),
            kinds,
            clock,
            pki::trustedPem,
            pki::sign,
            parts.modes().authorizer(),
            config.background().eventTtl(),
            config.background().nodeGrace());
    Controllers controllers =
        closing.add(
            Controllers.start(
                setting, config.background().controllers(), config.background().beside()));
    if (!config.background().elected()) {
      closing.add(controllers.lead());
    }
    parts.custom().start(objects.registry(), objects.deletes(), controllers::kindsAdded);
    parts.modes().events().tellTo(new ServerEvents(setting)::tell);
    AtomicBoolean draining = new AtomicBoolean();
    Operations operations =
        operations(parts, config, pki, credentials.issuers(), controllers, draining, closing);
    encryption.ifPresent(by -> operations.health().addNote("encryption-config", by::note));
    Serving serving = config.serving();
    Endpoint endpoint = endpoint(parts, config, credentials, operations, console);
    HttpsServer https =
        closing.add(
            HttpsServer.start(
                ServerOptions.on(
                    serving.bindAddress(),
                    serving.port(),
                    bounds -> bounds.requestTimeout = config.limits().requestTimeout()),
                pki.serverContext(),
                endpoint));
    KubernetesEndpoints endpoints =
        closing.add(new KubernetesEndpoints(objects.registry(), objects.deletes(), kinds));
    endpoints.servesAt(serving.bindAddress(), https.port());
    String url = "https://" + serving.host() + ":" + https.port();
    boolean byRole = parts.modes().byRole();
    return new ApiServer(
        closing,
        draining,
        address -> {
          https.listenAlsoOn(address);
          endpoints.servesAt(address, https.port());
        },
        kinds,
        controllers,
        operations.components(),
        operations.storedOnly().services(),
        new InProcessConnections(endpoint, byRole),
        byRole,
        store.shared(),
        pki,
        console,
        url,
        config.data());
  }

  private static Operations operations(
      ServerParts parts,
      ServerConfig config,
      Pki pki,
      IssuerParts issuers,
      Controllers controllers,
      AtomicBoolean draining,
      Closing closing) {
    ServerMetrics metrics = parts.metrics();
    FlowControl flow = flow(parts, config.limits().flow(), closing);
    BackendConnections backends = new BackendConnections(pki::nodeClientContext);
    Components components = new Components(backends).add("etcd-0", parts.store()::fault);
    if (!config.background().controllers().isEmpty()) {
      components.add("controller-manager", () -> Checks.notSynced(controllers));
    }
    return new Operations(
        metrics.observer(),
        parts.decisions(),
        new RefusalExplanations(parts.deciding(), parts.decisions(), InstantSource.system()),
        flow,
        metrics.page(),
        issuers.notedIn(
            Checks.of(
                parts.store(),
                controllers,
                parts.modes(),
                config.limits().flow().inflight(),
                draining)),
        backends,
        components,
        config.features().gates(),
        new StoredOnly(config.background().controllers()));
  }

  private static FlowControl flow(ServerParts parts, FlowLimits limits, Closing closing) {
    ServerMetrics metrics = parts.metrics();
    PriorityLevels levels = limits.inflight().levels();
    FlowSource source =
        FlowMirror.of(parts.store(), parts.objects().kinds(), levels, metrics.flowObserver());
    FlowControl flow = closing.add(new FlowControl(limits, source, levels));
    closing.add(Borrowing.start(levels));
    metrics.showing(flow);
    return flow;
  }

  /** What answers every request, as those who count and audit see it. */
  private static Endpoint endpoint(
      ServerParts parts,
      ServerConfig config,
      ClientCredentials credentials,
      Operations operations,
      Optional<ConsoleSessions> console) {
    ServerMetrics metrics = parts.metrics();
    Authorizer authorizer = parts.modes().authorizer();
    String address = config.serving().bindAddress() + ":" + config.serving().port();
    Handlers handlers =
        new Handlers(
            parts.objects(),
            metrics.countingDecisions(authorizer),
            reviews(parts, config.authentication().serviceAccounts(), credentials, address),
            operations,
            parts.filter());
    Identification identification =
        new Identities(
            metrics.countingUsers(credentials.authenticator()),
            authorizer,
            parts.decisions(),
            operations.refusals(),
            config.features().gates());
    Endpoint latest =
        LatestState.before(
            handlers.endpoint(identification, address),
            parts.store(),
            parts.custom()::refresh,
            config.storage().authorizationStaleness());
    Endpoint counted = metrics.counting(withConsole(console, parts.decisions(), latest));
    return new FilteredServer(
        parts.audit().isPresent() ? parts.audit().get().around(counted) : counted);
  }

  /** A page that is not served costs nothing, and where it is, other requests one comparison. */
  private static Endpoint withConsole(
      Optional<ConsoleSessions> console, AccessObserver observer, Endpoint latest) {
    return console.isEmpty()
        ? latest
        : new ConsoleEndpoint(
            ConsoleFiles.load(), console.get(), User.of(Pki.ADMIN, User.MASTERS), observer, latest);
  }

  private static Pki keys(ServerConfig config, Clock clock) {
    return Pki.open(
        new PkiOptions(
            config.data(),
            config.serving().tlsCertFile().orElse(null),
            config.serving().tlsPrivateKeyFile().orElse(null),
            config.authentication().clientCaFile().orElse(null),
            config.authentication().serviceAccounts().signingKeyFile().orElse(null),
            config.authentication().serviceAccounts().keyFiles(),
            List.of()),
        clock);
  }

  private static <T> T ready(CompletableFuture<T> started) {
    try {
      return started.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException problem ? problem : e;
    }
  }

  private static Reviews reviews(
      ServerParts parts, ServiceAccounts config, ClientCredentials credentials, String address) {
    ServiceAccountTokens accounts = credentials.accounts();
    InstantSource clock = parts.objects().clock();
    Reviews reviews =
        Reviews.of(
            parts.modes().authorizer(),
            parts.modes().authorizer(),
            credentials.tokens(),
            new TokenRequests(
                parts.objects().cluster(),
                accounts,
                credentials.audiences(),
                config.longestLife(),
                config.extended(),
                clock),
            new OpenIdDocuments(
                accounts.openIdConfiguration("https://" + address + OpenIdDocuments.KEY_SET_PATH),
                accounts.keySet()),
            clock);
    return reviews.with(
        AccessGroupReviews.all(parts.deciding(), parts.trial(), parts.inventory()),
        new ReviewLists(parts.deciding()));
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
    return byRole;
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
    kinds.add(kind);
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
    return shared;
  }

  /** Who leads to services from now on; who writes one is told what nobody acts on. */
  public void servicesAreLedTo(ServiceRouting.By by) {
    services.is(by);
  }

  /** A part of the control plane that runs beside this server, and says itself how it is. */
  public void runsBeside(String component, HealthChecks.Check check) {
    components.add(component, check);
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
