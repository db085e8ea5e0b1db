package dev.muster.cli.console;

import java.io.IOException;
import java.nio.file.Path;
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
      """;

  @TempDir private Path directory;

  @Test
  void takeAll() throws IOException {
    Path into = Path.of(System.getProperty("muster.shots", "../docs/images"));
    try (ConsoleSite site = ConsoleSite.start(directory)) {
      site.kubectl.run("create", "namespace", "shop").ok();
      site.kubectl.run("create", "namespace", "shop-test").ok();
      site.kubectl.apply(POLICY);
      site.signIn();
      Browser browser = site.browser;
      for (boolean dark : new boolean[] {false, true}) {
        String tone = dark ? "-dark.png" : "-light.png";
        browser.dark(dark);
        browser.size(1180, 1030);
        browser.go("#/ask?user=alice&group=dev&verb=delete&resource=pods&name=web&namespace=shop");
        browser.see("No.", "One word more");
        browser.shot(into.resolve("console-refused" + tone));
        browser.go(
            "#/ask?user=alice&group=dev&verb=patch&resource=deployments.apps&name=web&namespace=shop");
        browser.see("Yes.", "Take it along");
        browser.size(1180, 900);
        browser.shot(into.resolve("console-allowed" + tone));
        browser.size(1180, 1000);
        browser.go("#/can?user=alice&group=dev");
        browser.see("reads secrets");
        browser.shot(into.resolve("console-can" + tone));
      }
    }
  }
}
