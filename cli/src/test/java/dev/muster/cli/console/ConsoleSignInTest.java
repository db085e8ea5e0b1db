package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Who looks at the console, and what it does when that, or the server, is gone. */
@Timeout(120)
class ConsoleSignInTest {
  private static final String READS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: asks}
      rules:
      - {apiGroups: [access.muster.dev], resources: [accessexplanations], verbs: [create]}
      """;

  @TempDir private static Path directory;
  private static ServerConfig config;
  private static ApiServer server;
  private static Browser browser;
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws IOException {
    ServerConfig plain = ServerConfig.in(directory.resolve("data")).onPort(0);
    config = plain.with(plain.serving().withConsole(true));
    server = ApiServer.start(config);
    config = config.onPort(URI.create(server.url()).getPort());
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    server.close();
  }

  private static String token(String account) {
    kubectl.run("create", "serviceaccount", account).ok();
    return kubectl.run("create", "token", account).ok().strip();
  }

  private static void signIn(String token) {
    browser.open(server.url() + "/console/#/ask?verb=list&resource=pods&namespace=default");
    browser.see("Who asks?");
    browser.isAccessible("the sign-in");
    browser.fill("#token", token);
    browser.type(Keys.ENTER);
  }

  @Test
  void aPastedTokenIsKeptNowhereAndAsksInItsOwnName() {
    String token = token("reader");
    signIn(token);
    // without the right to ask, the page says which right it is
    browser.see(
        "system:serviceaccount:default:reader",
        "You may not see this",
        "create accessexplanations.access.muster.dev");
    browser.isAccessible("a refusal to answer");
    assertThat(
            browser.script(
                "return document.documentElement.outerHTML + location.href + document.cookie"
                    + " + JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)])"))
        .asString()
        .doesNotContain(token);
    kubectl.apply(READS);
    kubectl
        .run(
            "create",
            "clusterrolebinding",
            "asks",
            "--clusterrole=asks",
            "--serviceaccount=default:reader")
        .ok();
    browser.click("main .failed button");
    browser.see("No.", "system:serviceaccount:default:reader may not list pods in default");
    browser.click(".who button");
    browser.see("Who asks?", "You are signed out");
  }

  @Test
  void aTokenThatTheServerDoesNotKnowIsToldSo() {
    signIn("not-a-token");
    browser.see("The server does not know this token");
  }

  @Test
  void aRevokedTokenEndsAtTheSignInAndGoesOnAfterIt() {
    signIn(token("leaver"));
    browser.see("You may not see this");
    kubectl.run("delete", "serviceaccount", "leaver").ok();
    browser.go("#/ask?verb=list&resource=secrets&namespace=default");
    browser.see("Who asks?", "The server no longer accepts your sign-in");
    String code = server.newConsoleLink().orElseThrow().replaceAll(".*#once=", "");
    browser.go("#once=" + code);
    browser.see("kubernetes-admin");
  }

  @Test
  void aServerThatIsAwayIsWaitedFor() throws IOException {
    signIn(token("waiter"));
    browser.see("You may not see this");
    server.close();
    browser.go("#/ask?verb=list&resource=pods&namespace=kube-system");
    browser.see("The server does not answer.", "No answer");
    browser.isAccessible("a server that is away");
    server = ApiServer.start(config);
    browser.see("You may not see this");
    assertThat(browser.text()).doesNotContain("The server does not answer");
  }
}
