package dev.muster.apiserver.server;

import dev.muster.admission.AdmissionChain;
import dev.muster.api.apply.FieldManager;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.handlers.ApiEndpoint;
import dev.muster.apiserver.handlers.Handlers;
import dev.muster.apiserver.handlers.Identification;
import dev.muster.apiserver.http.HttpsServer;
import dev.muster.apiserver.http.ServerOptions;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.Creates;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.registry.Updates;
import dev.muster.apiserver.tls.Pki;
import dev.muster.apiserver.tls.PkiOptions;
import dev.muster.authz.Authorizer;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** A running API server. */
public final class ApiServer implements AutoCloseable {
  private final Store<StoredObject> store;
  private final HttpsServer https;
  private final Path kubeconfig;
  private final String url;

  private ApiServer(Store<StoredObject> store, HttpsServer https, Path kubeconfig, String url) {
    this.store = store;
    this.https = https;
    this.kubeconfig = kubeconfig;
    this.url = url;
  }

  /** Starts a server; returns once it answers requests. */
  public static ApiServer start(ServerConfig config) throws IOException {
    Clock clock = Clock.systemUTC();
    Pki pki =
        Pki.open(
            new PkiOptions(
                config.data(),
                config.tlsCertFile().orElse(null),
                config.tlsPrivateKeyFile().orElse(null),
                config.clientCaFile().orElse(null),
                null,
                List.of(),
                List.of()),
            clock);
    Kinds kinds = Kinds.kubernetes();
    Store<StoredObject> store = EmbeddedStore.open(config.data(), new StoredObjectCodec(kinds));
    try {
      Credentials credentials = Credentials.of(config, pki, kinds, store, clock);
      ApiEndpoint endpoint = endpoint(config, clock, kinds, store, credentials);
      HttpsServer https =
          HttpsServer.start(
              ServerOptions.on(config.bindAddress(), config.port()), pki.serverContext(), endpoint);
      String url = "https://" + config.bindAddress() + ":" + https.port();
      return new ApiServer(store, https, pki.writeAdminKubeconfig(url), url);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static ApiEndpoint endpoint(
      ServerConfig config,
      Clock clock,
      Kinds kinds,
      Store<StoredObject> store,
      Credentials credentials) {
    RbacMirror rbac = new RbacMirror(store);
    Authorizer authorizer = Modes.authorizer(config.authorizationModes(), rbac);
    AdmissionChain admission =
        AdmissionPlugins.chain(
            new ClusterView(store, kinds), config.enabledPlugins(), config.disabledPlugins());
    Registry registry =
        new Registry(
            store,
            admission,
            new ManagedFieldOwnership(new FieldManager(kinds), clock),
            List.of(new CreateByUpdateGuard(authorizer), new EscalationGuard(rbac, authorizer)),
            clock);
    Creates creates = new Creates(registry);
    Updates updates = new Updates(registry, creates);
    Deletes deletes = new Deletes(registry);
    new Bootstrap(registry, creates, updates, deletes, kinds).run();
    Identification identification = new Identities(credentials.authenticator(), authorizer);
    return Handlers.endpoint(
        kinds,
        registry,
        creates,
        updates,
        deletes,
        identification,
        authorizer,
        clock,
        config.bindAddress() + ":" + config.port());
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  public String url() {
    return url;
  }

  @Override
  public void close() {
    https.close();
    store.close();
  }
}
