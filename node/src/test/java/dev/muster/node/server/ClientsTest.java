package dev.muster.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.http.Exchange;
import dev.muster.node.access.NodeAccess;
import dev.muster.node.access.NodeGate;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientsTest {
  private final Clients clients =
      new Clients(
          new NodeGate(
              "node",
              NodeAccess.defaults(),
              (path, review) -> {
                throw new AssertionError("nobody has to be asked about " + review);
              },
              InstantSource.system()));

  @Test
  void aCertificateCountsForAsLongAsItLasts(@TempDir Path directory) throws Exception {
    clients.check(request(certificate(directory, Clock.systemUTC())));
  }

  /** A TLS session that is taken up again brings the certificate that it began with. */
  @Test
  void oneThatExpiredSinceItsSessionBeganIsRefused(@TempDir Path directory) {
    Clock lastDecade = Clock.fixed(Instant.parse("2016-01-01T00:00:00Z"), ZoneOffset.UTC);
    X509Certificate expired = certificate(directory, lastDecade);
    assertThat(expired.getNotAfter()).isInThePast();
    assertThatThrownBy(() -> clients.check(request(expired)))
        .isInstanceOf(HttpProblem.class)
        .hasMessage("Unauthorized");
  }

  private static X509Certificate certificate(Path directory, Clock clock) {
    return Pki.open(PkiOptions.in(directory), clock)
        .newClient("admin", List.of("system:masters"))
        .certificate();
  }

  private static NodeRequest request(X509Certificate certificate) throws HttpProblem {
    return NodeRequest.of(
        (Exchange)
            Proxy.newProxyInstance(
                Exchange.class.getClassLoader(),
                new Class<?>[] {Exchange.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "method" -> "GET";
                      case "path" -> "/pods";
                      case "query" -> "";
                      case "remoteAddress" -> "192.0.2.1";
                      case "clientCertificates" -> List.of(certificate);
                      default -> null;
                    }));
  }
}
