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
          volumeMounts: [{name: keys, mountPath: /keys}]
        volumes:
        - name: keys
          secret: {secretName: keys, items: [{key: id, path: id_rsa, mode: 0400}]}
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

  private static final String LIES =
      """
      {"status":{"message":"%s","containerStatuses":[{"name":"main","image":"i","imageID":"i",
       "ready":true,"restartCount":0,"user":{"linux":{"uid":0,"gid":5,"supplementalGroups":[5,999]}}}]}}
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
    browser.click(".live tbody tr:last-child a");
    browser.see("alice may not delete pods web in default", "As of revision");
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
    browser.see("has a process that is not who its pod asks for", "would lose groups under");
    assertThat(browser.text(".pod.differs"))
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
    browser.click(".pod:not(.differs) summary");
    assertThat(browser.text(".pod:not(.differs) details"))
        .contains("id_rsa", "secret keys", "0440", "4000");
    browser.isAccessible("processes");
    nothingWasForbiddenToThePage();
  }

  @Test
  void policiesTellWhomTheyAdmittedAndJudgeAPod() {
    screen("#/policies");
    browser.see("ordinary", "MustRunAs, 1 to 65535", "It admitted");
    browser.click("details summary");
    browser.see("default/web");
    browser.click("form button[type=submit]");
    browser.see("refused", "spec.containers[0].securityContext.privileged");
    browser.isAccessible("policies");
    browser.script(
        "document.getElementById('trial-pod').value ="
            + " '{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"ok\"},\"spec\":"
            + "{\"containers\":[{\"name\":\"a\",\"image\":\"b\"}]}}'");
    browser.click("form button[type=submit]");
    browser.see("admitted by ordinary", "spec.securityContext.supplementalGroups");
    assertThat(kubectl.run("get", "pod", "ok").refused()).contains("not found");
  }

  @Test
  void windowsAccountsTellWhoMayUseThem() {
    screen("#/accounts");
    browser.see(
        "Account <b>Shop</b> of contoso.example", "default/cart", "RoleBinding shop-account");
    browser.isAccessible("Windows accounts");
    nothingWasForbiddenToThePage();
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
