package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.access.rights.Danger;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The console's questions, as people see and ask them, in a real browser. */
@Timeout(120)
class ConsoleScreensTest {
  private static final String POLICY =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: web, namespace: shop}
      rules:
      - {apiGroups: [""], resources: [pods, pods/log], verbs: [get, list]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: developers, namespace: shop}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: web}
      subjects:
      - {kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}
      - {kind: User, apiGroup: rbac.authorization.k8s.io, name: '<img src=x onerror=document.title=1>'}
      - {kind: User, apiGroup: rbac.authorization.k8s.io, name: "eve\\u202Egnp.exe"}
      - {kind: User, apiGroup: rbac.authorization.k8s.io, name: "o'brien $(id) \\"x\\""}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: keeper}
      rules:
      - {apiGroups: [""], resources: [secrets], verbs: ["*"]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: keepers, namespace: shop}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: keeper}
      subjects:
      - {kind: ServiceAccount, name: vault, namespace: shop}
      """;

  /** As people paste it: more than one document, and a comment. */
  private static final String MORE =
      """
      # first a role that changes nothing
      {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: idle, namespace: shop}, rules: []}
      ---
      {apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: more, namespace: shop},
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: keeper},
      subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}]}
      """;

  private static final String POD =
      """
      {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {securityContext: {runAsUser: 1234, runAsGroup: 5678},
      containers: [{name: web, image: example.com/web}]}}
      """;

  private static final String REFUSED =
      "#/ask?user=alice&group=dev&verb=delete&resource=pods&name=web&namespace=shop";
  private static final String ALLOWED =
      "#/ask?user=alice&group=dev&verb=get&resource=pods&name=web&namespace=shop";

  @TempDir private static Path directory;
  private static ConsoleSite site;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    site = ConsoleSite.start(directory);
    site.kubectl.run("create", "namespace", "shop").ok();
    site.kubectl.apply(POLICY);
    browser = site.browser;
    site.signIn();
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  @BeforeEach
  void begin() {
    browser.go("#/what-if");
    browser.see("What if this were applied?");
  }

  @AfterEach
  void nothingWasForbiddenToThePage() {
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void aRefusalNamesTheWrongWordAndTheSmallestFix() {
    browser.go(REFUSED);
    browser.see("No.", "alice may not delete pods web in shop");
    assertThat(browser.text(".miss .missed")).contains("verbs", "get", "list", "delete");
    assertThat(browser.count(".miss .missed")).isEqualTo(1);
    assertThat(browser.text(".miss .missed ins")).contains("delete");
    browser.see(
        "One word more in Role web in shop", "+ verbs: [get, list, delete]", "every member of dev");
    assertThat(browser.text("[aria-labelledby=fix] .diff"))
        .contains("+ kind: Role", "verbs: [delete]", "name: alice");
    assertThat(browser.text("[aria-labelledby=fix] .gain")).contains("alice", "nobody else");
    assertThat(browser.count(".station.decides")).isEqualTo(1);
    assertThat(browser.text())
        .contains("muster why delete pods web --as alice --as-group dev -n shop")
        .contains("kubectl auth can-i delete pods/web --as alice --as-group dev -n shop");
    browser.isAccessible("a refusal");
  }

  @Test
  void anAllowanceNamesBindingRoleAndRule() {
    browser.go(ALLOWED);
    browser.see("Yes.", "alice may get pods web in shop");
    assertThat(browser.text(".grant")).contains("RoleBinding developers in shop gives Role web");
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('.grant mark')].map(m => m.innerText.trim()).join()"))
        .isEqualTo("\"\" core,pods,get");
    browser.isAccessible("an allowance");
  }

  /** Whoever takes one of them away learns here that another one is left. */
  @Test
  void anAllowanceNamesEveryOtherWay() {
    browser.go(ALLOWED);
    browser.see("Yes.", "There is no other way: without this, it is refused.");
    site.kubectl.run("create", "namespace", "depot").ok();
    site.kubectl
        .run("create", "role", "looks", "-n", "depot", "--verb=get", "--resource=pods")
        .ok();
    for (String binding : List.of("first", "second", "third")) {
      site.kubectl
          .run("create", "rolebinding", binding, "-n", "depot", "--role=looks", "--user=ann")
          .ok();
    }
    browser.go("#/ask?user=ann&verb=get&resource=pods&namespace=depot");
    browser.see("Yes.", "2 other ways allow it too; taking away the first changes nothing");
    assertThat(browser.text(".grant")).contains("RoleBinding first in depot");
    browser.click(".others summary");
    browser.see(
        "RoleBinding second in depot gives Role looks in depot",
        "RoleBinding third in depot gives Role looks in depot");
    assertThat(browser.count(".others .grant mark")).as("marked words").isEqualTo(6);
    browser.isAccessible("other ways");
  }

  @Test
  void aQuestionIsAskedByKeyboardAlone() {
    browser.type("/");
    browser.see("Begin with a question");
    assertThat(browser.focused()).isEqualTo("user");
    browser.isAccessible("the first screen");
    browser.type("alice", Keys.TAB, "de");
    browser.see("dev");
    browser.type(Keys.ARROW_DOWN, Keys.ENTER, Keys.TAB, Keys.TAB, "delete", Keys.TAB, "po");
    browser.see("pods/log");
    browser.isAccessible("a list of completions");
    browser.type(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER);
    assertThat(browser.script("return document.activeElement.value")).isEqualTo("pods");
    browser.type(Keys.TAB, "web", Keys.TAB, "sho");
    browser.see("shop");
    browser.type(Keys.ARROW_DOWN, Keys.ENTER, Keys.ENTER);
    browser.see("alice may not delete pods web in shop");
    assertThat(URI.create(browser.address()).getFragment()).isEqualTo(REFUSED.substring(1));
  }

  @Test
  void escapeClosesTheCompletionsAndKeepsTheWord() {
    browser.go("#/ask");
    browser.see("Begin with a question");
    browser.click("#verb");
    browser.type("de");
    browser.see("deletecollection");
    browser.type(Keys.ESCAPE);
    assertThat(browser.count("[role=listbox]")).isZero();
    assertThat(browser.script("return document.activeElement.value")).isEqualTo("de");
  }

  @Test
  void anAddressOpensTheSameAnswerAfterAReload() {
    browser.go(REFUSED);
    browser.see("No.");
    browser.reload();
    browser.see("Who asks?"); // the token was in memory only
    String code = site.link().replaceAll(".*#once=", "");
    browser.open(site.address(REFUSED));
    browser.see("Who asks?");
    assertThat(
            browser.script(
                "return localStorage.length + sessionStorage.length + document.cookie.length"))
        .isEqualTo(0L);
    browser.go("#once=" + code);
    browser.see("Sign out");
    assertThat(browser.address()).doesNotContain(code);
    browser.go(REFUSED);
    browser.see("alice may not delete pods web in shop");
  }

  @Test
  void hostileNamesAreText() {
    browser.go("#/who-can?verb=get&resource=pods&namespace=shop");
    browser.see("<img src=x onerror=document.title=1>", "o'brien $(id) \"x\"", "Groups 2");
    assertThat(browser.count("main img")).isZero();
    assertThat(browser.script("return document.title")).isEqualTo("Who can · Muster");
    // a mark that turns the direction of writing ends where its name ends
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('bdi')].some(b => b.textContent.includes('\\u202E'))"))
        .isEqualTo(true);
    browser.go(
        "#/ask?user=o%27brien%20%24%28id%29%20%22x%22&verb=get&resource=pods&namespace=shop");
    browser.see("Yes.", "muster why get pods --as 'o'\\''brien $(id) \"x\"' -n shop");
    browser.go(
        "#/ask?user=%3Cscript%3Ealert(1)%3C/script%3E&verb=%3Cb%3E&resource=pods&namespace=shop");
    browser.see("No.", "<script>alert(1)</script> may not <b> pods in shop");
    browser.isAccessible("hostile names");
  }

  /** What is copied says in a shell what the page says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user=o%27brien%20%24%28id%29%20%22x%22&verb=get&resource=pods&namespace=shop|yes",
        "user=alice&group=dev&verb=get&resource=pods/log&name=web&namespace=shop|yes",
        "user=alice&group=dev&verb=delete&resource=pods&name=web&namespace=shop|no"
      })
  void theCommandThatIsCopiedAnswersTheSame(String query, String answer)
      throws IOException, InterruptedException {
    browser.go("#/ask?" + query);
    browser.see(answer.equals("yes") ? "Yes." : "No.", "kubectl auth can-i");
    String command =
        Objects.toString(
            browser.script("return document.querySelectorAll('.copyable code')[1].textContent"));
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true);
    shell.environment().put("KUBECONFIG", site.server.kubeconfig().toString());
    Process run = shell.start();
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said.lines().findFirst()).as(command + "\n" + said).contains(answer);
    assertThat(run.waitFor()).isEqualTo(answer.equals("yes") ? 0 : 1);
  }

  @Test
  void aCommandAndTheAddressAreCopied() {
    browser.allowClipboard();
    browser.go(REFUSED);
    browser.see("No.", "Take it along");
    browser.click("[aria-label='Copy the muster why command']");
    browser.see("Copied");
    assertThat(browser.clipboard())
        .isEqualTo("muster why delete pods web --as alice --as-group dev -n shop");
    browser.script(
        "[...document.querySelectorAll('button')].find(b => b.innerText === 'Copy this address').click()");
    Await.until("the address", () -> browser.clipboard().equals(site.address(REFUSED)));
  }

  /** A link from somebody else must not lead to a command that does something else. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "user=alice&verb=--kubeconfig%3D/tmp/evil&resource=pods",
        "user=--server%3Dhttps://example.com&verb=get&resource=pods",
        "user=alice&verb=get&resource=pods&namespace=-x",
        "user=a%0Atouch%20/tmp/x%0A&verb=get&resource=pods",
        "user=a%1b%5D0;x%07&verb=get&resource=pods",
        "user=alice&group=%E2%80%AEved&verb=get&resource=pods"
      })
  void noCommandIsMadeOfWordsThatAreNone(String query) {
    browser.go("#/ask?" + query);
    browser.see("There is no command for this");
    assertThat(browser.count(".copyable")).isZero();
  }

  @Test
  void whoCanListsEverybodyWithWhatGivesIt() {
    browser.go("#/who-can?verb=list&resource=secrets&namespace=shop");
    browser.see(
        "Service accounts", "shop/vault", "RoleBinding keepers in shop gives ClusterRole keeper");
    browser.isAccessible("who can");
    browser.script(
        "[...document.querySelectorAll('.subject')].find(s => s.innerText.includes('shop/vault')).querySelector('a').click()");
    browser.see("Yes.", "system:serviceaccount:shop:vault may list secrets in shop");
  }

  @Test
  void theMatrixMarksWhatIsDangerousAndOpens() {
    browser.go("#/can?user=system:serviceaccount:shop:vault");
    browser.see("reads secrets", "shop", "Ways to become more", "Secret that asks for a token of");
    browser.isAccessible("the matrix");
    assertThat(browser.text(".cell.dangerous")).contains("glw");
    browser.click(".cell.dangerous");
    browser.see("RoleBinding keepers in shop gives ClusterRole keeper");
    browser.isAccessible("an open cell");
    browser.fill("input[type=search]", "nothing-is-called-so");
    browser.see("Nothing here is called so.");
  }

  @Test
  void aPastedRoleSaysWhoWouldGain() {
    browser.fill("#manifest", MORE);
    browser.click("button.primary");
    browser.see("one subject gains, nobody loses", "Group dev", "reads secrets");
    browser.isAccessible("gains and losses");
  }

  /** As a file manager lets go of them over the page. */
  @Test
  void filesThatAreDroppedAreReadAndNothingIsApplied() {
    browser.script(
        """
        const files = new DataTransfer();
        for (const [name, text] of arguments[0]) files.items.add(new File([text], name));
        document.querySelector('form.drop').dispatchEvent(
          new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        """,
        List.of(
            List.of("idle.yaml", MORE.split("---\n")[0]),
            List.of("more.yaml", MORE.split("---\n")[1])));
    browser.see("one subject gains, nobody loses", "Group dev", "reads secrets");
    assertThat(browser.script("return document.getElementById('manifest').value"))
        .asString()
        .contains("name: idle", "name: more");
    assertThat(site.kubectl.run("get", "rolebinding", "more", "-n", "shop").refused())
        .contains("not found");
    browser.script(
        """
        const files = new DataTransfer();
        files.items.add(new File(['#'.repeat(3 * 1024 * 1024)], 'large.yaml'));
        document.querySelector('form.drop').dispatchEvent(
          new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        """);
    browser.see("These files are larger than 2 MB together");
  }

  @Test
  void aPastedWebhookSaysWhatItWouldBeAskedOn() {
    browser.fill(
        "#manifest",
        """
        {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: looks},
        webhooks: [{name: <b>.example.com, rules: [{apiGroups: [""], resources: [pods], operations: [CREATE]}]}]}
        """);
    browser.click("button.primary");
    browser.see("Admission", "webhook <b>.example.com asked on CREATE of pods");
    assertThat(browser.text()).doesNotContain("Nothing would change");
    browser.isAccessible("what admission is asked");
  }

  @Test
  void aYamlThatIsNoneIsToldWhereItIsWrong() {
    browser.fill("#manifest", "kind: [Role");
    browser.click("button.primary");
    browser.see("The server did not understand", "spec.manifest: document 1");
  }

  @Test
  void aPodThatIsPastedIsTriedAndItsProcessesNamed() {
    browser.go("#/ask?verb=create&resource=pods&namespace=shop");
    browser.see("Yes.", "no object was given to try it with");
    browser.click(".written summary");
    browser.fill("#object", POD);
    browser.click("button.primary");
    browser.see("Who its processes would be", "1234", "5678");
    assertThat(browser.text(".stations"))
        .as("the way from who it is to whom its processes become")
        .containsSubsequence(
            "WHO IT IS", "MAY THEY", "RBAC", "AS IT IS", "others", "WHAT IT BECOMES", "web");
    assertThat(browser.address()).doesNotContain("1234");
    browser.isAccessible("a pod that was tried");
  }

  @Test
  void itIsReadableInTheDarkAndOnAPhone() {
    try {
      browser.dark(true);
      browser.go(REFUSED);
      browser.see("No.");
      browser.isAccessible("a refusal in the dark");
      browser.size(500, 900);
      assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
      browser.isAccessible("a refusal on a phone");
      browser.go("#/can?user=system:serviceaccount:shop:vault");
      browser.see("reads secrets");
      assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
      browser.isAccessible("the matrix on a phone");
    } finally {
      browser.size(1200, 1000);
      browser.dark(false);
    }
  }

  /** The page colours by a table of its own, which is the library's. */
  @Test
  @SuppressWarnings("unchecked")
  void thePageKnowsTheSameDangers() {
    Map<String, Map<String, Object>> page =
        (Map<String, Map<String, Object>>)
            browser.promised("import('/console/parts/dangers.js').then((m) => m.DANGERS)");
    assertThat(page.keySet())
        .containsExactlyInAnyOrderElementsOf(Stream.of(Danger.values()).map(Danger::name).toList());
    page.forEach(ConsoleScreensTest::isTheLibrarys);
  }

  private static void isTheLibrarys(String name, Map<String, Object> about) {
    Danger danger = Danger.valueOf(name);
    assertThat(about.get("sentence")).isEqualTo(danger.sentence());
    for (Object verb : (List<?>) Objects.requireNonNull(about.get("verbs"))) {
      PolicyRule rule =
          new PolicyRule(
              List.of(verb.toString()),
              List.of(Objects.toString(about.get("group"))),
              List.of(Objects.toString(about.get("resource"))),
              List.of(),
              List.of());
      assertThat(Danger.of(rule)).as(name + " " + verb).contains(danger);
    }
  }

  @Test
  void theThemeThatIsChosenStays() {
    browser.click("button.theme");
    browser.click("button.theme");
    assertThat(browser.script("return getComputedStyle(document.documentElement).colorScheme"))
        .isEqualTo("dark");
    browser.click("button.theme");
    assertThat(browser.script("return document.documentElement.dataset.theme")).isEqualTo("auto");
    browser.script("localStorage.clear()");
  }
}
