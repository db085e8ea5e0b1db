package dev.muster.apiserver.server;

import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AuditTrail;
import dev.muster.apiserver.admissionwebhook.HttpWebhooks;
import dev.muster.apiserver.audit.Audit;
import dev.muster.apiserver.audit.AuditLog;
import dev.muster.apiserver.audit.AuditPolicy;
import dev.muster.apiserver.audit.AuditPolicyFile;
import dev.muster.apiserver.authn.ServiceAccountTokens;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.controllers.Controllers;
import dev.muster.apiserver.controllers.ServerEvents;
import dev.muster.apiserver.customresources.CustomResources;
import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.handlers.ApiEndpoint;
import dev.muster.apiserver.handlers.Components;
import dev.muster.apiserver.handlers.Handlers;
import dev.muster.apiserver.handlers.HealthChecks;
import dev.muster.apiserver.handlers.Identification;
import dev.muster.apiserver.handlers.Operations;
import dev.muster.apiserver.http.Endpoint;
import dev.muster.apiserver.http.HttpsServer;
import dev.muster.apiserver.http.ServerOptions;
import dev.muster.apiserver.metrics.MeteredStore;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.Consequence;
import dev.muster.apiserver.registry.Creates;
import dev.muster.apiserver.registry.DanglingFlows;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.FieldOwnership;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.ServiceAddresses;
import dev.muster.apiserver.registry.SigningRequesters;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.registry.StoredQuotas;
import dev.muster.apiserver.registry.Updates;
import dev.muster.apiserver.registry.VolumePhases;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.reviews.OpenIdDocuments;
import dev.muster.apiserver.reviews.Reviews;
import dev.muster.apiserver.reviews.TokenRequests;
import dev.muster.apiserver.tls.Pki;
import dev.muster.apiserver.tls.PkiOptions;
import dev.muster.authz.Authorizer;
import dev.muster.base.Closing;
import dev.muster.client.kubeconfig.KubeconfigUsers;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.linux.PrivateDirectory;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.AutoCompactor;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import dev.muster.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private final Kinds kinds;
  private final Controllers controllers;
  private final Components components;
  private final Pki pki;
  private final Path kubeconfig;
  private final String url;

  private ApiServer(
      Closing closing,
      AtomicBoolean draining,
      Kinds kinds,
      Controllers controllers,
      Components components,
      Pki pki,
      String url) {
    this.closing = closing;
    this.draining = draining;
    this.kinds = kinds;
    this.controllers = controllers;
    this.components = components;
    this.pki = pki;
    this.kubeconfig = pki.writeAdminKubeconfig(url);
    this.url = url;
  }

  /** Starts a server; returns once it answers requests. */
  public static ApiServer start(ServerConfig config) throws IOException {
    return start(config, ApiServer::open);
  }

  /** Starts a server on a store that is opened with its kinds, and that it closes. */
  static ApiServer start(
      ServerConfig config, BiFunction<ServerConfig, Kinds, Store<StoredObject>> opening)
      throws IOException {
    Closing closing = new Closing();
    try {
      return start(config, opening, closing);
    } catch (IOException | RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  private static Store<StoredObject> open(ServerConfig config, Kinds kinds) {
    return EmbeddedStore.open(
        config.data(),
        new StoredObjectCodec(kinds),
        StoreOptions.defaults().withQuotaBytes(config.limits().quotaBackendBytes()));
  }

  private static ApiServer start(
      ServerConfig config,
      BiFunction<ServerConfig, Kinds, Store<StoredObject>> opening,
      Closing closing)
      throws IOException {
    Clock clock = Clock.systemUTC();
    PrivateDirectory.claim(config.data());
    // keys and store, with what belongs in it, do not need each other
    CompletableFuture<Pki> keys = CompletableFuture.supplyAsync(() -> keys(config, clock), STARTER);
    // a start that fails meanwhile does not leave them writing
    closing.add(() -> keys.handle((made, problem) -> made).join());
    Kinds kinds = config.runtimeConfig().choose(KubernetesKinds.kinds(config.traits()));
    MeteredStore<StoredObject> store =
        closing.add(new MeteredStore<>(opening.apply(config, kinds)));
    ServerMetrics metrics = new ServerMetrics(kinds, store, config.traits().gates());
    closing.add(AutoCompactor.start(store));
    RbacMirror rbac = new RbacMirror(store);
    Modes modes =
        closing.add(
            Modes.of(config.authorization(), rbac, () -> new NodeMirror(store, kinds), metrics));
    Authorizer authorizer = modes.authorizer();
    ClusterView cluster = new ClusterView(store, kinds);
    Optional<Audit> audit = audit(config.auditing(), clock, metrics, closing);
    ManagedFields fields = new ManagedFields(kinds);
    FieldOwnership ownership = new ManagedFieldOwnership(fields, clock);
    AdmissionChain admission =
        AdmissionPlugins.chain(
            cluster,
            authorizer,
            kinds,
            webhooks(config.admission(), cluster, closing),
            new StoredQuotas(store, ownership, kinds),
            config.admission(),
            config.traits(),
            audit.isPresent() ? audit.get() : AuditTrail.NONE,
            metrics::timing);
    CustomResources custom =
        closing.add(
            new CustomResources(
                store, kinds, closing.add(new HttpWebhooks(cluster, KubeconfigUsers.NONE)), clock));
    List<Consequence> consequences = new ArrayList<>(DanglingFlows.of(store, fields, kinds, clock));
    consequences.add(custom);
    Registry registry =
        new Registry(
            store,
            admission,
            ownership,
            List.of(new CreateByUpdateGuard(authorizer), new EscalationGuard(rbac, authorizer)),
            List.of(
                new ServiceAddresses(store), new SigningRequesters(clock), new VolumePhases(clock)),
            consequences,
            clock);
    Creates creates = new Creates(registry);
    Updates updates = new Updates(registry, creates);
    Deletes deletes = new Deletes(registry);
    Bootstrap bootstrap = new Bootstrap(registry, creates, updates, deletes, kinds);
    bootstrap.run();
    Pki pki = ready(keys);
    closing.add(CertificateRenewal.start(pki));
    ClusterAuthenticationTrust.publish(registry, creates, updates, kinds, pki.clientAuthorities());
    ClientCredentials credentials =
        ClientCredentials.of(config.authentication(), pki, kinds, store, clock);
    Controllers.Setting setting =
        new Controllers.Setting(
            registry,
            creates,
            updates,
            deletes,
            kinds,
            clock,
            pki::trustedPem,
            pki::sign,
            authorizer,
            config.background().eventTtl());
    Controllers controllers =
        closing.add(Controllers.start(setting, config.background().controllers()));
    custom.start(updates, deletes, controllers::kindsAdded);
    modes.webhook().ifPresent(webhook -> webhook.tellTo(new ServerEvents(setting)::tell));
    AccessObserver access = audit.isPresent() ? audit.get() : AccessObserver.NONE;
    AtomicBoolean draining = new AtomicBoolean();
    Identification identification =
        new Identities(metrics.countingUsers(credentials.authenticator()), authorizer, access);
    Serving serving = config.serving();
    String address = serving.bindAddress() + ":" + serving.port();
    FlowControl flow = closing.add(new FlowControl(config.limits().flow(), metrics.flowCounts()));
    metrics.showing(flow);
    BackendConnections backends = new BackendConnections(pki::nodeClientContext);
    Components components = new Components(backends).add("etcd-0", store::fault);
    if (!config.background().controllers().isEmpty()) {
      components.add("controller-manager", () -> Checks.notSynced(controllers));
    }
    ApiEndpoint endpoint =
        Handlers.endpoint(
            kinds,
            registry,
            creates,
            updates,
            deletes,
            identification,
            metrics.countingDecisions(authorizer),
            reviews(
                config.authentication().serviceAccounts(),
                clock,
                new ClusterView(store, kinds),
                credentials,
                modes,
                address),
            clock,
            address,
            new Operations(
                metrics.observer(),
                access,
                flow,
                metrics.page(),
                Checks.of(store, controllers, modes, draining),
                backends,
                components,
                config.traits().gates()));
    Endpoint counted = metrics.counting(endpoint);
    HttpsServer https =
        closing.add(
            HttpsServer.start(
                ServerOptions.on(serving.bindAddress(), serving.port())
                    .withRequestTimeout(config.limits().requestTimeout()),
                pki.serverContext(),
                audit.isPresent() ? audit.get().around(counted) : counted));
    bootstrap.endpoints(serving.bindAddress(), https.port());
    String url = "https://" + serving.host() + ":" + https.port();
    return new ApiServer(closing, draining, kinds, controllers, components, pki, url);
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

  private static AdmissionPlugins.Webhooks webhooks(
      Admission admission, ClusterView cluster, Closing closing) {
    Map<String, KubeconfigUsers> users =
        admission.configFile().map(AdmissionConfigFile::read).orElse(Map.of());
    return new AdmissionPlugins.Webhooks(
        closing.add(webhook(cluster, users, "MutatingAdmissionWebhook")),
        closing.add(webhook(cluster, users, "ValidatingAdmissionWebhook")));
  }

  private static HttpWebhooks webhook(
      ClusterView cluster, Map<String, KubeconfigUsers> users, String plugin) {
    return new HttpWebhooks(cluster, users.getOrDefault(plugin, KubeconfigUsers.NONE));
  }

  private static Optional<Audit> audit(
      Auditing config, Clock clock, ServerMetrics metrics, Closing closing) {
    AuditPolicy policy =
        config.policyFile().map(AuditPolicyFile::read).orElseGet(AuditPolicy::usual);
    return config
        .logPath()
        .map(path -> AuditLog.open(path, config.limits(), clock, metrics.auditCounts()))
        .map(log -> new Audit(policy, closing.add(log), clock));
  }

  private static <T> T ready(CompletableFuture<T> started) {
    try {
      return started.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException problem ? problem : e;
    }
  }

  private static Reviews reviews(
      ServiceAccounts config,
      Clock clock,
      ClusterView cluster,
      ClientCredentials credentials,
      Modes modes,
      String address) {
    ServiceAccountTokens accounts = credentials.accounts();
    return Reviews.of(
        modes.authorizer(),
        modes.rules(),
        credentials.tokens(),
        new TokenRequests(
            cluster,
            accounts,
            credentials.audiences(),
            config.longestLife(),
            config.extended(),
            clock),
        new OpenIdDocuments(
            accounts.openIdConfiguration("https://" + address + OpenIdDocuments.KEY_SET_PATH),
            accounts.keySet()),
        clock);
  }

  /** The file with which the administrator, a member of system:masters, reaches this server. */
  public Path kubeconfig() {
    return kubeconfig;
  }

  /** The text of a kubeconfig for another user, by a new certificate that is kept nowhere. */
  public String kubeconfigFor(String user, List<String> groups) {
    return pki.kubeconfig(url, user, groups);
  }

  /** TLS for the server of a node of this cluster, which is reached under these names. */
  public SSLContext nodeServerContext(String node, List<String> names) {
    return pki.nodeServerContext(node, names);
  }

  public String url() {
    return url;
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
