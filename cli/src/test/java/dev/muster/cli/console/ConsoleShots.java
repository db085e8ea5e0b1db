package dev.muster.cli.console;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.apiserver.server.Serving;
import dev.muster.cli.cluster.ContainerPrograms;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.cli.cluster.RuntimeFlags;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of the guides from the real thing; run by {@code docs/images/console-shots}.
 */
class ConsoleShots {
  private static final String POLICY =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: web-developer, namespace: shop}
      rules:
      - {apiGroups: [""], resources: [pods, pods/log, services], verbs: [get, list, watch]}
      - {apiGroups: [apps], resources: [deployments], verbs: [get, list, watch, update, patch]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: developers, namespace: shop}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: web-developer}
      subjects:
      - {kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: developers, namespace: shop-test}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tester}
      subjects:
      - {kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: janitor}
      rules:
      - {apiGroups: [""], resources: [pods], verbs: [get, list, delete, deletecollection]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: on-call, namespace: shop}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: janitor}
      subjects:
      - {kind: User, apiGroup: rbac.authorization.k8s.io, name: bob}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: tester}
      rules:
      - {apiGroups: [""], resources: [pods, pods/log, pods/exec, services, configmaps], verbs: ["*"]}
      - {apiGroups: [""], resources: [secrets], verbs: [get, list]}
      - {apiGroups: [apps], resources: [deployments, statefulsets], verbs: ["*"]}
      - {apiGroups: [batch], resources: [jobs], verbs: [get, list, watch, create, delete]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: looks-around}
      rules:
      - {apiGroups: [""], resources: [namespaces, nodes], verbs: [get, list, watch]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: everybody-looks-around}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: looks-around}
      subjects:
      - {kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}
      ---
      apiVersion: policy/v1beta1
      kind: PodSecurityPolicy
      metadata: {name: everyday}
      spec:
        allowPrivilegeEscalation: false
        volumes: [secret, configMap, projected, emptyDir]
        runAsUser: {rule: MustRunAsNonRoot}
        fsGroup: {rule: MustRunAs, ranges: [{min: 2000, max: 2999}]}
        supplementalGroups: {rule: RunAsAny}
        seLinux: {rule: RunAsAny}
      ---
      apiVersion: policy/v1beta1
      kind: PodSecurityPolicy
      metadata: {name: on-the-host}
      spec:
        hostNetwork: true
        volumes: ['*']
        runAsUser: {rule: RunAsAny}
        fsGroup: {rule: RunAsAny}
        supplementalGroups: {rule: RunAsAny}
        seLinux: {rule: RunAsAny}
      ---
      {apiVersion: v1, kind: Secret, metadata: {name: cart-key, namespace: shop}, stringData: {id: not-shown}}
      ---
      {apiVersion: v1, kind: ConfigMap, metadata: {name: prices, namespace: shop}, data: {list: '1'}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: cart, namespace: shop}
      spec:
        terminationGracePeriodSeconds: 1
        automountServiceAccountToken: false
        securityContext: {runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroups: [60000], supplementalGroupsPolicy: Strict}
        containers: [{name: cart, image: "muster.local/host-tools:1", command: [sleep, infinity], securityContext: {runAsNonRoot: true, allowPrivilegeEscalation: false}, volumeMounts: [{name: key, mountPath: /key}]}]
        volumes: [{name: key, secret: {secretName: cart-key, items: [{key: id, path: id_rsa, mode: 0400}]}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: shop}
      spec:
        terminationGracePeriodSeconds: 1
        automountServiceAccountToken: false
        securityContext: {runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroups: [60000]}
        containers: [{name: web, image: "muster.local/host-tools:1", command: [sleep, infinity], securityContext: {runAsNonRoot: true, allowPrivilegeEscalation: false}, volumeMounts: [{name: key, mountPath: /key}, {name: prices, mountPath: /prices}]}]
        volumes:
        - {name: key, secret: {secretName: cart-key, defaultMode: 0400}}
        - {name: prices, configMap: {name: prices}}
      """;

  private static final String CHANGE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: web-developer, namespace: shop}
      rules:
      - {apiGroups: [""], resources: [pods, pods/log, secrets], verbs: [get, list, watch]}
      - {apiGroups: [apps], resources: [deployments], verbs: [get, list, watch, update, patch]}
      """;

  private static final int WIDTH = 1180;
  private static final int LEAST = 500;
  private static final int MOST = 1500;

  @TempDir private Path directory;

  private final Browser browser = new Browser();
  private final Path into = Path.of(System.getProperty("muster.shots", "../docs/images"));

  @AfterEach
  void leave() {
    browser.close();
  }

  @Test
  void takeAll() throws Exception {
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .with(Serving.defaults().onPort(0).withConsole(true))
            .with(Admission.defaults().enabling(Set.of("PodSecurityPolicy")))
            .with(Background.of(Set.of("*")));
    LocalCluster cluster =
        LocalCluster.withNode(
            config,
            NodeFlags.of("debian", "127.0.0.1"),
            RuntimeFlags.of(directory.resolve("net.d")),
            ContainerPrograms.ofThisMachine(),
            Optional.empty());
    try {
      Kubectl kubectl = Kubectl.on(cluster.server().kubeconfig(), directory);
      fill(kubectl);
      browser.open(cluster.server().newConsoleLink().orElseThrow());
      browser.see("Sign out");
      for (boolean dark : new boolean[] {false, true}) {
        browser.dark(dark);
        questions(dark ? "-dark.png" : "-light.png");
        cluster(kubectl, dark ? "-dark.png" : "-light.png");
      }
    } finally {
      cluster.stop(false);
    }
  }

  private static void fill(Kubectl kubectl) {
    kubectl.run("create", "namespace", "shop").ok();
    kubectl.run("create", "namespace", "shop-test").ok();
    kubectl.awaitOutput(made -> made.contains("default"), "get", "serviceaccounts", "-n", "shop");
    kubectl.apply(POLICY);
    for (String pod : List.of("cart", "web")) {
      kubectl
          .run("wait", "-n", "shop", "--for=condition=Ready", "--timeout=90s", "pod/" + pod)
          .ok();
    }
  }

  private void questions(String tone) {
    shot(
        "refused" + tone,
        1030,
        "#/ask?user=alice&group=dev&verb=delete&resource=pods&name=web&namespace=shop",
        "No.",
        "One word more");
    shot(
        "allowed" + tone,
        MOST,
        "#/ask?user=alice&group=dev&verb=patch&resource=deployments.apps&name=web&namespace=shop",
        "Yes.",
        "Take it along");
    shot("can" + tone, MOST, "#/can?user=alice&group=dev", "reads secrets");
    browser.size(WIDTH, LEAST);
    browser.go("#/what-if");
    browser.see("What if this were applied?");
    browser.fill("#manifest", CHANGE);
    browser.click("button.primary");
    browser.see("one subject gains");
    take("what-if" + tone, MOST);
  }

  private void cluster(Kubectl kubectl, String tone) {
    browser.size(WIDTH, LEAST);
    browser.go("#/live?user=alice");
    browser.see("listening");
    kubectl.run("get", "pods", "-n", "shop", "--as", "alice", "--as-group", "dev");
    kubectl.run("get", "secrets", "-n", "shop", "--as", "alice", "--as-group", "dev");
    kubectl.run("delete", "pod", "web", "-n", "shop", "--as", "alice", "--as-group", "dev");
    Await.until(
        "the last of them on top",
        () -> browser.text(".live tbody tr").contains("delete pods web"));
    take("live" + tone, 700);
    browser.go("#/processes?pod=shop");
    browser.see("would lose groups under", "50000");
    browser.script("document.querySelectorAll('.pod details').forEach(each => each.open = true)");
    take("processes" + tone, MOST);
    browser.go("#/policies");
    browser.see("It admitted");
    browser.click("form button[type=submit]");
    browser.see("refused", "spec.containers[0].securityContext.privileged");
    take("policies" + tone, MOST);
  }

  private void shot(String name, int most, String hash, String... seen) {
    browser.size(WIDTH, LEAST);
    browser.go(hash);
    browser.see(seen);
    take(name, most);
  }

  /** As high as the page is, within bounds. */
  private void take(String name, int most) {
    browser.script("document.activeElement.blur()");
    Object height = browser.script("return document.documentElement.scrollHeight");
    browser.size(
        WIDTH, Math.clamp(((Number) Objects.requireNonNull(height)).intValue(), LEAST, most));
    browser.script("window.scrollTo(0, 0)");
    browser.shot(into.resolve("console-" + name));
  }
}
