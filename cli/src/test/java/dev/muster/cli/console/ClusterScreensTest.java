package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.apiserver.server.Serving;
import dev.muster.cli.cluster.ContainerPrograms;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.cli.cluster.RuntimeFlags;
import dev.muster.testing.kubectl.Kubectl;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the console shows of a cluster with real pods, and who gets to see it, in a real browser.
 */
@Timeout(120)
class ClusterScreensTest {
  private static final String HOSTILE = "<img src=x onerror=document.title='owned'>";
  private static final String OBJECTS =
      """
      apiVersion: policy/v1beta1
      kind: PodSecurityPolicy
      metadata: {name: the-last}
      spec:
        hostNetwork: true
        volumes: ['*']
        runAsUser: {rule: RunAsAny}
        fsGroup: {rule: MustRunAs, ranges: [{min: 7, max: 7}]}
        supplementalGroups: {rule: RunAsAny}
        seLinux: {rule: RunAsAny}
      ---
      apiVersion: policy/v1beta1
      kind: PodSecurityPolicy
      metadata: {name: ordinary}
      spec:
        volumes: ['*']
        runAsUser: {rule: RunAsAny}
        fsGroup: {rule: RunAsAny}
        supplementalGroups: {rule: MustRunAs, ranges: [{min: 1, max: 65535}]}
        seLinux: {rule: RunAsAny}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: keys}
      stringData: {id: secret-words}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: prices}
      data: {list: '1'}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        terminationGracePeriodSeconds: 1
        automountServiceAccountToken: false
        securityContext: {runAsUser: 1000, runAsGroup: 3000, fsGroup: 4000, supplementalGroups: [60000]}
        containers:
        - name: main
          image: muster.local/host-tools:1
          command: [sleep, infinity]
          volumeMounts: [{name: keys, mountPath: /keys}, {name: prices, mountPath: /prices}]
        volumes:
        - name: keys
          secret: {secretName: keys, items: [{key: id, path: id_rsa, mode: 0400}]}
        - name: prices
          configMap: {name: prices, defaultMode: 0640}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: liar}
      spec:
        nodeSelector: {no: where}
        securityContext: {runAsUser: 1000, supplementalGroupsPolicy: Strict, supplementalGroups: [7]}
        containers:
        - {name: main, image: "<img src=x onerror=document.title='owned'>"}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: changeling}
      spec:
        nodeSelector: {no: where}
        containers:
        - {name: main, image: example.com/its-own-user}
      ---
      apiVersion: windows.k8s.io/v1
      kind: GMSACredentialSpec
      metadata: {name: shop}
      credspec:
        CmsPlugins: [ActiveDirectory]
        DomainJoinConfig: {DnsName: contoso.example, Sid: S-1-5-21-1-2-3, Guid: 244818ae-87ca-4fcd-92ec-e79e5252348a, NetBiosName: C, DnsTreeName: contoso.example, MachineAccountName: a}
        ActiveDirectoryConfig: {GroupManagedServiceAccounts: [{Name: "<b>Shop</b>", Scope: contoso.example}]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: shop-account}
      rules:
      - {apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], resourceNames: [shop], verbs: [use]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: shop-account, namespace: default}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: shop-account}
      subjects:
      - {kind: ServiceAccount, name: cart, namespace: default}
      """;

  private static final String PRIVILEGED = "spec.containers[0].securityContext.privileged";

  private static final String LIES =
      """
      {"status":{"message":"%s","containerStatuses":[{"name":"main","image":"i","imageID":"i",
       "ready":true,"restartCount":0,"user":{"linux":{"uid":0,"gid":5,"supplementalGroups":[5,999]}}}]}}
      """
          .formatted(HOSTILE);

  /** As a node tells of a process that is not who the image and the pod say it is. */
  private static final String MISMATCH =
      """
      {"status":{"conditions":[{"type":"identity.muster.dev/AsPredicted","status":"False","reason":"IdentityMismatch",
       "message":"main: uid=0 gid=0 groups=[0], predicted uid=7 gid=7 groups=[7] %s"}],
       "containerStatuses":[{"name":"main","image":"i","imageID":"i","ready":true,"restartCount":0,
       "user":{"linux":{"uid":0,"gid":0,"supplementalGroups":[0]}}}]}}
      """
          .formatted(HOSTILE);

  @TempDir private static Path directory;
  private static LocalCluster cluster;
  private static Kubectl kubectl;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    ContainerPrograms programs = ContainerPrograms.ofThisMachine();
    assumeTrue(programs.root(), "containers need root");
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .with(Serving.defaults().onPort(0).withConsole(true))
            .with(Admission.defaults().enabling(Set.of("PodSecurityPolicy")))
            .with(Background.of(Set.of("*")));
    cluster =
        LocalCluster.withNode(
            config,
            NodeFlags.of("here", "127.0.0.1"),
            RuntimeFlags.of(directory.resolve("net.d")),
            programs,
            Optional.empty());
    kubectl =
        Kubectl.on(
            cluster.server().kubeconfig(), Files.createDirectories(directory.resolve("home")));
    kubectl.apply(OBJECTS);
    kubectl
        .run("patch", "pod", "liar", "--subresource=status", "--type=strategic", "-p", LIES)
        .ok();
    kubectl
        .run(
            "patch",
            "pod",
            "changeling",
            "--subresource=status",
            "--type=strategic",
            "-p",
            MISMATCH)
        .ok();
    browser = new Browser();
    signIn();
  }

  @AfterAll
  static void stop() {
    browser.close();
    cluster.stop(false);
  }

  @AfterEach
  void nothingHostileRan() {
    assertThat(browser.script("return document.title")).isNotEqualTo("owned");
    assertThat(browser.count("main img")).isZero();
  }

  private static void signIn() {
    browser.open(cluster.server().newConsoleLink().orElseThrow());
    browser.see("kubernetes-admin", "Sign out");
  }

  private static void screen(String hash) {
    if (!browser.address().startsWith(cluster.server().url())
        || !browser.text().contains("Sign out")) {
      signIn();
    }
    browser.problems();
    browser.go(hash);
  }

  /** Interfaces of pods come and go meanwhile, which makes a browser begin its requests anew. */
  private static void nothingWasForbiddenToThePage() {
    assertThat(browser.problems()).allMatch(problem -> problem.contains("ERR_NETWORK_CHANGED"));
  }

  @Test
  void aLinkSignsInOnceAndSigningOutRevokesIt() {
    String link = cluster.server().newConsoleLink().orElseThrow();
    browser.open(link);
    browser.see("kubernetes-admin");
    assertThat(browser.address()).doesNotContain("once");
    browser.click(".who button");
    browser.see("You are signed out, and the sign-in is revoked.");
    browser.isAccessible("signing in");
    browser.open(link);
    browser.see("this link was used before");
    assertThat(browser.address()).doesNotContain("once");
  }

  @Test
  void aPastedTokenIsForgottenByAReloadAndARevokedOneSignsOut() {
    kubectl.run("create", "serviceaccount", "visitor").ok();
    kubectl
        .run(
            "create",
            "clusterrolebinding",
            "visitor",
            "--clusterrole=view",
            "--serviceaccount=default:visitor")
        .ok();
    String token = kubectl.run("create", "token", "visitor").ok().strip();
    browser.open(cluster.server().url() + "/console/#/live");
    paste(token);
    browser.see("system:serviceaccount:default:visitor");
    browser.see("You may not see this", "watch decisions.access.muster.dev");
    assertThat(
            browser.script(
                "return JSON.stringify([localStorage, sessionStorage, document.cookie])"))
        .asString()
        .doesNotContain(token);
    browser.reload();
    browser.see("Who asks?");
    paste(token);
    browser.see("system:serviceaccount:default:visitor");
    kubectl.run("delete", "serviceaccount", "visitor").ok();
    browser.go("#/processes");
    browser.see("The server no longer accepts your sign-in");
  }

  private static void paste(String token) {
    browser.see("Who asks?");
    browser.fill("#token", token);
    browser.click("form button[type=submit]");
  }

  @Test
  void decisionsAreSeenAsTheyHappenAndARefusalIsExplained() {
    screen("#/live");
    browser.see("listening");
    kubectl.run("get", "secrets", "--as", HOSTILE);
    kubectl.run("delete", "pod", "web", "--as", "alice", "--as-group", "dev");
    browser.see(HOSTILE, "alice");
    browser.isAccessible("live");
    browser.fill("#live-user", "alice");
    browser.fill("#live-verb", "delete");
    browser.see("1 of the last");
    assertThat(browser.text(".live tbody")).contains("refused", "delete pods web", "default");
    browser.click("#pause");
    kubectl.run("delete", "pod", "liar", "--as", "alice");
    browser.see("Go on (");
    assertThat(browser.count(".live tbody tr")).isEqualTo(1);
    browser.click("#pause");
    browser.see("2 of the last");
    assertThat(browser.address()).contains("#/live?user=alice&verb=delete");
    // by what held then, whatever holds now
    kubectl.run("create", "role", "deletes", "--verb=delete", "--resource=pods").ok();
    kubectl.run("create", "rolebinding", "deletes", "--role=deletes", "--user=alice").ok();
    browser.click(".live tbody tr:last-child a");
    browser.see("No.", "alice may not delete pods web in default", "As of revision");
    browser.script(
        "[...document.querySelectorAll('a')].find(a => a.innerText === 'Ask what holds now').click()");
    browser.see("Yes.", "alice may delete pods web in default", "RoleBinding deletes");
    kubectl.run("delete", "rolebinding", "deletes").ok();
    nothingWasForbiddenToThePage();
  }

  @Test
  void processesAreShownBesideWhatTheirPodsAskFor() {
    kubectl.awaitPhase("web", "Running");
    screen("#/processes");
    kubectl.await(
        "web", "{.status.containerStatuses[0].user.linux.uid}", uid -> uid.equals("1000"));
    browser.see("Processes");
    browser.click(".tools button");
    browser.see("have a process that is not who it should be", "would lose groups under");
    assertThat(browser.text(".pod"))
        .as("the first")
        .contains("default/changeling", "Not as the node predicted: main: uid=0")
        .contains("predicted uid=7 gid=7 groups=[7] " + HOSTILE);
    assertThat(browser.text(".pod.differs + .pod.differs"))
        .contains(
            "default/liar", "asked for: 1000, the pod’s runAsUser", "999", "missing", HOSTILE);
    browser.fill("#process-filter", "default/web".substring(8));
    assertThat(browser.text(".pod:not(.differs)"))
        .contains("1000 the pod’s runAsUser")
        .contains("3000 the pod’s runAsGroup")
        .contains("4000 the pod’s fsGroup")
        .contains("60000 the pod’s supplementalGroups[0]")
        .contains("50000 the image’s /etc/group, by the policy Merge")
        .contains("main would lose 50000");
    browser.isAccessible("processes");
    browser.fill("#process-filter", "default");
    browser.choose("select", "loses");
    assertThat(browser.text("section")).contains("default/web").doesNotContain("default/liar");
    browser.choose("select", "differs");
    assertThat(browser.text("section"))
        .contains("default/liar", "default/changeling")
        .doesNotContain("default/web");
    nothingWasForbiddenToThePage();
  }

  /** What the page works out from the pod is what stands on the disk. */
  @Test
  void filesOfVolumesAreAsTheyReallyAre() {
    kubectl.awaitPhase("web", "Running");
    screen("#/processes?pod=default+web");
    browser.see("default/web", "Files of its volumes");
    browser.click(".pod summary");
    assertThat(browser.text(".pod details tbody"))
        .contains(
            "keys id_rsa secret keys " + realFile("/keys/id_rsa"),
            "prices one for each key config map prices " + realFile("/prices/list"));
    browser.isAccessible("files of volumes");
  }

  private static String realFile(String path) {
    return "0" + kubectl.run("exec", "web", "--", "stat", "-Lc", "%a %u %g", path).ok().strip();
  }

  @Test
  void policiesTellWhomTheyAdmittedAndJudgeAPod() {
    screen("#/policies");
    browser.see("ordinary", "MustRunAs, 1 to 65535", "It admitted");
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('.policies .name')].map(n => n.innerText).join()"))
        .as("in the order in which they are asked")
        .isEqualTo("ordinary,the-last");
    assertThat(browser.text(".policies > :last-child")).contains("It admitted no pod");
    browser.click("details summary");
    browser.see("default/web");
    browser.click("form button[type=submit]");
    browser.see("refused");
    assertThat(browser.text("form + .card tbody").lines())
        .containsExactly(
            PRIVILEGED + " ordinary Invalid value: true: Privileged containers are not allowed",
            PRIVILEGED + " the-last Invalid value: true: Privileged containers are not allowed");
    browser.isAccessible("policies");
    judge("");
    browser.see("admitted by ordinary", "spec.securityContext.supplementalGroups");
    judge("\"hostNetwork\":true,");
    browser.see("admitted by the-last");
    kubectl.run("create", "namespace", "guarded").ok();
    kubectl.run("label", "ns", "guarded", "pod-security.kubernetes.io/enforce=baseline").ok();
    browser.fill("#trial-namespace", "guarded");
    browser.click("form button[type=submit]");
    browser.see("refused", "violates PodSecurity \"baseline:latest\": host namespaces");
    assertThat(browser.text()).doesNotContain("lacks the right");
    browser.fill("#trial-namespace", "nowhere");
    browser.click("form button[type=submit]");
    browser.see("Not there", "namespaces \"nowhere\" not found");
    assertThat(kubectl.run("get", "pod", "ok").refused()).contains("not found");
  }

  private static void judge(String fields) {
    browser.script(
        "document.getElementById('trial-pod').value = arguments[0]",
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"ok"},"spec":{%s"containers":[{"name":"a","image":"b"}]}}
        """
            .formatted(fields));
    browser.click("form button[type=submit]");
  }

  @Test
  void windowsAccountsTellWhoMayUseThem() {
    screen("#/accounts");
    browser.see(
        "Account <b>Shop</b> of contoso.example", "default/cart", "RoleBinding shop-account");
    browser.isAccessible("Windows accounts");
    browser.script(
        "[...document.querySelectorAll('.by a')].find(a => a.innerText === 'default/cart').click()");
    browser.see(
        "Yes.",
        "system:serviceaccount:default:cart may use gmsacredentialspecs shop in default",
        "RoleBinding shop-account in default");
    nothingWasForbiddenToThePage();
  }

  /** Each of them, in the dark and on a phone; what is said in the light is in the other tests. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#/ask|Begin with a question",
        "#/ask?user=alice&verb=delete&resource=pods&name=web&namespace=default|alice may not delete pods web",
        "#/ask?verb=delete&resource=pods&name=web&namespace=default|kubernetes-admin may delete pods web",
        "#/who-can?verb=use&resource=gmsacredentialspecs.windows.k8s.io&name=shop&namespace=default|default/cart",
        "#/can?user=system:serviceaccount:default:cart|runs pods with a Windows account",
        "#/what-if?manifest=kind:+ClusterRole%0AapiVersion:+rbac.authorization.k8s.io/v1%0Ametadata:+%7Bname:+shop-account%7D%0Arules:+[]|one subject loses",
        "#/live?cluster=true|listening",
        "#/processes|default/web",
        "#/policies|It admitted",
        "#/accounts|default/cart"
      })
  void everyScreenIsReadableInTheDarkAndOnAPhone(String hash, String seen) {
    screen(hash);
    try {
      browser.size(375, 800);
      browser.dark(true);
      browser.see(seen);
      browser.isAccessible(hash + " in the dark, on a phone");
      assertThat(browser.script("return document.documentElement.scrollWidth"))
          .as("how wide it is")
          .isEqualTo(375L);
      nothingWasForbiddenToThePage();
    } finally {
      browser.size(1200, 1000);
      browser.dark(false);
    }
  }

  @Test
  void aServerThatStartsAnewIsWaitedForAndKnowsNoLinksOfBefore() throws Exception {
    Path tokens = directory.resolve("tokens.csv");
    Files.writeString(tokens, "let-me-in,someone,1,\"system:masters\"\n");
    ServerConfig config =
        ServerConfig.in(directory.resolve("other"))
            .with(Authentication.defaults().withTokenFile(tokens))
            .with(Serving.defaults().onPort(0).withConsole(true));
    String url;
    String link;
    try (ApiServer first = ApiServer.start(config)) {
      url = first.url();
      link = first.newConsoleLink().orElseThrow();
      browser.open(url + "/console/#/live?user=someone");
      paste("let-me-in");
      browser.see("listening");
    }
    browser.see("waiting for the server");
    try (ApiServer second = ApiServer.start(config.onPort(URI.create(url).getPort()))) {
      assertThat(second.url()).isEqualTo(url);
      browser.see("listening", "someone");
      browser.open(link);
      browser.see("this link was used before, or it is too old");
    }
    browser.leave();
  }
}
