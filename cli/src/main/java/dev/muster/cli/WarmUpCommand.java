package dev.muster.cli;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.store.SqliteLibrary;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code muster warm-up}: a throw-away server that answers a few requests. The launcher runs it
 * once after a build, so that the JVM can keep what it loaded and linked for the next starts.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final String TOKEN = "warm-up";

  @Option(names = "--native", description = "where native libraries are put")
  private Path libraries = Path.of("native");

  @Override
  public Integer call() throws Exception {
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
              .with(Authentication.usual().withTokenFile(tokens))
              .with(Background.of(Set.of("*")));
      try (ApiServer server = ApiServer.start(config);
          HttpClient client =
              HttpClient.newBuilder()
                  .sslContext(trusting(directory.resolve("data/pki/ca.crt")))
                  .build()) {
        use(server, client);
      }
    } finally {
      delete(directory);
    }
    return 0;
  }

  private static void use(ApiServer server, HttpClient client)
      throws IOException, InterruptedException {
    String pods = "/api/v1/namespaces/default/pods";
    String pod =
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"w\"},\"spec\":{\"containers\":"
            + "[{\"name\":\"c\",\"image\":\"x:1\"}]}}";
    for (int i = 0; i < 20; i++) {
      send(client, server, "POST", pods, pod);
      send(client, server, "GET", pods + "/w", "");
      send(client, server, "GET", pods, "");
      send(client, server, "PATCH", pods + "/w", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
      send(client, server, "DELETE", pods + "/w?gracePeriodSeconds=0", "");
    }
    for (String path :
        new String[] {"/api", "/apis", "/api/v1", "/readyz", "/version", "/openapi/v3"}) {
      send(client, server, "GET", path, "");
    }
  }

  private static void send(
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
    client.send(request, HttpResponse.BodyHandlers.ofByteArray());
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

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
