package dev.muster.apiserver.server;

import dev.muster.apiserver.access.RefusalExplanations;
import dev.muster.apiserver.backends.BackendConnections;
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
import dev.muster.apiserver.handlers.Operations;
import dev.muster.apiserver.handlers.StoredOnly;
import dev.muster.apiserver.metrics.MeteredStore;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.registry.RegistryParts;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.base.Closing;
import dev.muster.http.Endpoint;
import dev.muster.http.HttpsServer;
import dev.muster.http.ServerOptions;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.linux.PrivateDirectory;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.store.Store;
import java.io.IOException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

/**
 * How a server comes to life: keys and store, what belongs in it, controllers, and at last its
 * port. What has to be closed with the server, or when a start fails, is left with {@code closing}.
 */
record ServerStart(ServerConfig config, Clock clock, Closing closing) {
  private static final Executor STARTER = task -> Thread.ofPlatform().name("start").start(task);

  /**
   * Returns once requests are answered.
   *
   * @param opening the store, with the kinds that are served
   */
  ApiServer start(
      BiFunction<ServerConfig, Kinds, Store<StoredObject>> opening, Optional<Encryption> encryption)
      throws IOException {
    config.serving().requireFree();
    PrivateDirectory.claim(config.data());
    // keys and store, with what belongs in it, do not need each other
    CompletableFuture<Pki> keys = CompletableFuture.supplyAsync(this::keys, STARTER);
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
    Controllers.Setting setting = setting(parts, pki);
    Controllers controllers = controllers(setting);
    parts.custom().start(objects.registry(), objects.deletes(), controllers::kindsAdded);
    parts.modes().events().tellTo(new ServerEvents(setting)::tell);
    AtomicBoolean draining = new AtomicBoolean();
    Operations operations = operations(parts, pki, credentials.issuers(), controllers, draining);
    encryption.ifPresent(by -> operations.health().addNote("encryption-config", by::note));
    Endpoint endpoint = RequestEndpoint.of(parts, config, credentials, operations, console);
    HttpsServer https = closing.add(listen(pki, endpoint));
    KubernetesEndpoints endpoints =
        closing.add(new KubernetesEndpoints(objects.registry(), objects.deletes(), kinds));
    endpoints.servesAt(config.serving().bindAddress(), https.port());
    return new ApiServer(
        closing,
        draining,
        address -> {
          https.listenAlsoOn(address);
          endpoints.servesAt(address, https.port());
        },
        parts,
        operations,
        controllers,
        new InProcessConnections(endpoint, parts.modes().byRole()),
        pki,
        console,
        "https://" + config.serving().host() + ":" + https.port(),
        config.data());
  }

  private HttpsServer listen(Pki pki, Endpoint endpoint) throws IOException {
    return HttpsServer.start(
        ServerOptions.on(
            config.serving().bindAddress(),
            config.serving().port(),
            bounds -> bounds.requestTimeout = config.limits().requestTimeout()),
        pki.serverContext(),
        endpoint);
  }

  private Controllers.Setting setting(ServerParts parts, Pki pki) {
    RegistryParts objects = parts.objects();
    return new Controllers.Setting(
        objects.registry(),
        objects.deletes(),
        objects.kinds(),
        clock,
        pki::trustedPem,
        pki::sign,
        parts.modes().authorizer(),
        config.background().eventTtl(),
        config.background().nodeGrace());
  }

  private Controllers controllers(Controllers.Setting setting) {
    Controllers controllers =
        closing.add(
            Controllers.start(
                setting, config.background().controllers(), config.background().beside()));
    if (!config.background().elected()) {
      closing.add(controllers.lead());
    }
    return controllers;
  }

  private Operations operations(
      ServerParts parts,
      Pki pki,
      IssuerParts issuers,
      Controllers controllers,
      AtomicBoolean draining) {
    ServerMetrics metrics = parts.metrics();
    FlowControl flow = flow(parts);
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

  private FlowControl flow(ServerParts parts) {
    FlowLimits limits = config.limits().flow();
    ServerMetrics metrics = parts.metrics();
    PriorityLevels levels = limits.inflight().levels();
    FlowSource source =
        FlowMirror.of(parts.store(), parts.objects().kinds(), levels, metrics.flowObserver());
    FlowControl flow = closing.add(new FlowControl(limits, source, levels));
    closing.add(Borrowing.start(levels));
    metrics.showing(flow);
    return flow;
  }

  private Pki keys() {
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
}
