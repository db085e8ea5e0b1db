package dev.muster.cli;

import dev.muster.apiserver.registry.RegistryKeys;
import dev.muster.apiserver.registry.RegistryObjectCodec;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.HeadStart;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.ContainerPrograms;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.cli.cluster.RuntimeFlags;
import dev.muster.cli.scratch.ScratchDirectory;
import dev.muster.etcd.EtcdRehearsal;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kinds;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.store.SqliteLibrary;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code muster warm-up}: a throw-away cluster that answers a few requests and, where containers
 * can run, runs a pod; then it is started again, and a store in etcd is opened. The launcher runs
 * it once after a build, so that the JVM can keep what it loaded and linked for the next starts.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final String TOKEN = "warm-up";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final Duration LONGEST_POD = Duration.ofSeconds(20);

  @Option(names = "--native", description = "where native libraries are put")
  private Path libraries = Path.of("native");

  @Override
  public Integer call() throws Exception {
    HeadStart.begin();
    SqliteLibrary.unpackInto(libraries);
    for (String command : List.of("apiserver", "up")) {
      Muster.commandLine(command).parseArgs(command, "--data", libraries.toString());
    }
    Path directory = Files.createTempDirectory("muster-warm-up");
    try {
      Path tokens = directory.resolve("tokens.csv");
      Files.writeString(tokens, TOKEN + ",warm-up,1,\"system:masters\"\n");
      ServerConfig config =
          ServerConfig.in(directory.resolve("data"))
              .onPort(0)
              .with(Authentication.defaults().withTokenFile(tokens))
              .with(Background.of(Set.of("*")));
      LocalCluster cluster = start(config);
      try (HttpClient client =
          HttpClient.newBuilder()
              .sslContext(trusting(directory.resolve("data/pki/ca.crt")))
              .build()) {
        use(cluster.server(), client);
        if (cluster.node().isPresent()) {
          runPod(cluster.server(), client);
        }
      } finally {
        cluster.stop(false);
      }
      LocalCluster.withoutNode(config).stop(false); // a start on what an earlier one has left
      rehearseEtcd();
    } finally {
      ScratchDirectory.delete(directory);
    }
    return 0;
  }

  private static void rehearseEtcd() throws IOException {
    Kinds kinds = KubernetesKinds.kinds();
    String stored =
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"w\",\"namespace\":\"default\"}}\n";
    EtcdRehearsal.run(
        new RegistryKeys(RegistryKeys.DEFAULT_PREFIX, kinds),
        new RegistryObjectCodec(kinds),
        "configmaps/default/w",
        stored.getBytes(StandardCharsets.UTF_8),
        StoredObject::draft);
  }

  /** With a node only where nothing has to be installed for it. */
  private static LocalCluster start(ServerConfig config) throws IOException, InterruptedException {
    ContainerPrograms programs = ContainerPrograms.ofThisMachine();
    return programs.root() && programs.missing().get().isEmpty()
        ? LocalCluster.withNode(
            config, new NodeFlags(), new RuntimeFlags(), programs, Optional.empty())
        : LocalCluster.withoutNode(config);
  }

  private static void runPod(ApiServer server, HttpClient client)
      throws IOException, InterruptedException {
    send(client, server, "POST", PODS, pod("default-scheduler", HostTools.NAME));
    Instant end = Instant.now().plus(LONGEST_POD);
    String phase = "";
    while (!phase.contains("\"phase\":\"Succeeded\"") && Instant.now().isBefore(end)) {
      phase = send(client, server, "GET", PODS + "/w", "");
      Thread.sleep(50);
    }
    send(client, server, "GET", PODS + "/w/log", "");
    send(client, server, "DELETE", PODS + "/w?gracePeriodSeconds=0", "");
  }

  private static String pod(String scheduler, String image) {
    return """
    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "w"}, "spec": {"schedulerName": "%s",
     "restartPolicy": "Never", "containers": [{"name": "c", "image": "%s", "command": ["id"]}]}}
    """
        .formatted(scheduler, image);
  }

  private static void use(ApiServer server, HttpClient client)
      throws IOException, InterruptedException {
    String pod = pod("nobody", "x:1");
    for (int i = 0; i < 20; i++) {
      send(client, server, "POST", PODS, pod);
      send(client, server, "GET", PODS + "/w", "");
      send(client, server, "GET", PODS, "");
      send(client, server, "PATCH", PODS + "/w", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
      send(client, server, "DELETE", PODS + "/w?gracePeriodSeconds=0", "");
    }
    for (String path :
        new String[] {"/api", "/apis", "/api/v1", "/readyz", "/version", "/openapi/v3"}) {
      send(client, server, "GET", path, "");
    }
  }

  private static String send(
      HttpClient client, ApiServer server, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("Authorization", "Bearer " + TOKEN)
            .header(
                "Content-Type",
                method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static SSLContext trusting(Path authority) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var in = Files.newInputStream(authority)) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
