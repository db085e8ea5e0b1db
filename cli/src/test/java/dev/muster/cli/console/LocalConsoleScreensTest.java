package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code muster console}, in a real browser, on a cluster that knows nothing of it. */
@Timeout(120)
class LocalConsoleScreensTest {
  private static final String POLICY =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: looks}
      rules:
      - {apiGroups: [""], resources: [pods], verbs: [get, list]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: looks, namespace: default}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: looks}
      subjects:
      - {kind: User, apiGroup: rbac.authorization.k8s.io, name: alice}
      """;

  @TempDir private static Path directory;
  private static ConsoleSite site;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    site = ConsoleSite.local(directory);
    site.kubectl.apply(POLICY);
    browser = site.browser;
    site.signIn();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  @AfterEach
  void nothingWasForbiddenToThePage() {
    assertThat(browser.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#/ask?user=alice&verb=delete&resource=pods&name=web&namespace=default|alice may not delete pods web in default",
        "#/ask?user=alice&verb=get&resource=pods&namespace=default|alice may get pods in default",
        "#/who-can?verb=get&resource=pods&namespace=default|alice",
        "#/can?user=alice|by 1 binding",
        "#/live|This server keeps its decisions to itself",
        "#/processes|No pods",
        "#/policies|No pod security policies here",
        "#/accounts|No credential specs"
      })
  void everyScreenAnswersOrSaysWhyNot(String hash, String seen) {
    browser.go(hash);
    browser.see(seen);
    browser.isAccessible(hash);
  }

  @Test
  void aChangeIsComparedHereAndNothingIsApplied() {
    browser.go("#/what-if");
    browser.see("What if this were applied?");
    browser.fill("#manifest", POLICY.replace("verbs: [get, list]", "verbs: [create, get, list]"));
    browser.click("button.primary");
    browser.see("one subject gains", "User alice", "makes pods");
    browser.go("#/ask?user=alice&verb=create&resource=pods&namespace=default");
    browser.see("alice may not create pods in default");
  }

  /** The link is good for as long as the console runs; who signs out is out nevertheless. */
  @Test
  void signingOutEndsWhatTheLinkBegan() {
    try {
      browser.click(".who button");
      browser.see("Who asks?", "the sign-in is revoked");
    } finally {
      site.signIn();
    }
  }
}
