package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.pki.Identity;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who comes with a client certificate in the browser is signed in by it, or told why not. */
@Timeout(120)
class ConsoleCertificateTest {
  private static final String ASKS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: asks}
      rules:
      - {apiGroups: [access.muster.dev], resources: [accessexplanations], verbs: [create]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: asks}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: asks}
      subjects:
      - {kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}
      """;

  @TempDir private static Path directory;
  private static ApiServer server;

  @BeforeAll
  static void start() throws IOException {
    ServerConfig config = ServerConfig.in(directory.resolve("data")).onPort(0);
    server = ApiServer.start(config.with(config.serving().withConsole(true)));
    Kubectl.on(server.kubeconfig(), directory).apply(ASKS);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A certificate of an authority: the server's own is in its data. */
  private static Identity certificate(String authority) {
    return Pki.open(PkiOptions.in(directory.resolve(authority)), Clock.systemUTC())
        .newClient("alice", List.of("dev"));
  }

  private static Browser browser(String home, Identity identity) throws IOException {
    return Browser.at(CertificateHome.make(directory.resolve(home), identity), server.url());
  }

  @Test
  void theCertificateSaysWhoAsks() throws IOException {
    try (Browser browser = browser("known", certificate("data"))) {
      browser.open(server.url() + "/console/#/ask?verb=list&resource=secrets&namespace=shop");
      browser.see("alice", "No.", "alice may not list secrets in shop");
      assertThat(browser.count("#token")).isZero();
      browser.isAccessible("signed in by a certificate");
      // the browser goes on showing it: the page does not claim to have forgotten anything
      browser.click(".who button");
      browser.see("Who asks?", "Your browser still has its certificate");
      browser.reload();
      browser.see("alice may not list secrets in shop");
    }
  }

  /** It bears the name of the server's own authority, so that the browser shows it. */
  @Test
  void aStrangersCertificateIsRefusedInWords() throws IOException {
    try (Browser browser = browser("stranger", certificate("elsewhere"))) {
      browser.open(server.url() + "/console/#/ask?verb=list&resource=secrets&namespace=shop");
      browser.see("Who asks?", "the server does not take it", "another authority");
      assertThat(browser.text()).doesNotContain("alice");
      browser.isAccessible("a certificate that is not taken");
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** Without any the page asks, and accuses nobody of a bad one. */
  @Test
  void whoHasNoneIsAskedForAToken() {
    try (Browser browser = new Browser()) {
      browser.open(server.url() + "/console/");
      browser.see("Who asks?", "Bearer token");
      assertThat(browser.text()).doesNotContain("does not take it");
    }
  }
}
