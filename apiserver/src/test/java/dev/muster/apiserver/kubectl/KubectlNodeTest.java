package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.Authorization;
import dev.muster.client.kubeconfig.IssuedKubeconfigs;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node by its client certificate, under --authorization-mode=Node,RBAC and NodeRestriction. */
@MostlyWaits
class KubectlNodeTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %1$s}
      spec:
        nodeName: %2$s
        serviceAccountName: of-%1$s
        containers: [{name: main, image: none}]
        volumes:
        - {name: s, secret: {secretName: of-%1$s}}
        - name: t
          projected: {sources: [{serviceAccountToken: {path: token, audience: vault}}]}
      """;

  @TempDir private static Path directory;
  private static RunningServer server;
  private static Kubectl admin;
  private static Kubectl node;

  @BeforeAll
  static void start() throws IOException {
    server =
        RunningServer.configured(
            directory,
            config ->
                config
                    .with(Authorization.by("Node", "RBAC"))
                    .with(new Admission(Set.of("NodeRestriction"), Set.of("ServiceAccount"))));
    admin = Kubectl.on(server.kubeconfig(), directory);
    Path kubeconfig = directory.resolve("node.kubeconfig");
    Files.writeString(
        kubeconfig,
        new IssuedKubeconfigs(
                Pki.open(PkiOptions.in(directory.resolve("data")), Clock.systemUTC()), server.url())
            .of("system:node:node1", List.of("system:nodes")));
    node = Kubectl.on(kubeconfig, directory);
    for (String name : new String[] {"mine", "other"}) {
      admin.run("create", "secret", "generic", "of-" + name, "--from-literal=a=b").ok();
    }
    admin.piped(POD.formatted("mine", "node1"), "create", "-f", "-").ok();
    admin.piped(POD.formatted("other", "node2"), "create", "-f", "-").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void secretsOfItsPodsOnly() {
    assertThat(node.run("get", "secret", "of-mine", "-o", "name").ok()).isEqualTo("secret/of-mine");
    assertThat(node.run("get", "secret", "of-other").refused())
        .isEqualTo(
            "Error from server (Forbidden): secrets \"of-other\" is forbidden: User"
                + " \"system:node:node1\" cannot get resource \"secrets\" in API group \"\" in the"
                + " namespace \"default\": no relationship found between node 'node1' and this"
                + " object");
    assertThat(node.run("get", "secrets").refused()).endsWith(": No Object name found");
    assertThat(
            node.run("get", "secrets", "--field-selector=metadata.name=of-mine", "-o", "name").ok())
        .isEqualTo("secret/of-mine");
  }

  @Test
  void itsPodsOnly() {
    assertThat(
            node.run("get", "pods", "-A", "--field-selector=spec.nodeName=node1", "-o", "name")
                .ok())
        .contains("pod/mine")
        .doesNotContain("pod/other");
    assertThat(node.run("get", "pods", "-A").refused())
        .endsWith(": can only list/watch pods with spec.nodeName field selector");
    assertThat(node.run("delete", "pod", "other", "--wait=false").refused())
        .isEqualTo(
            "Error from server (Forbidden): pods \"other\" is forbidden: node \"node1\" can only"
                + " delete pods with spec.nodeName set to itself");
  }

  @Test
  void aPodThatGoesTakesTheRightWithIt() {
    admin.run("create", "secret", "generic", "of-brief", "--from-literal=a=b").ok();
    assertThat(node.run("get", "secret", "of-brief").refused()).contains("no relationship");
    admin.piped(POD.formatted("brief", "node1"), "create", "-f", "-").ok();
    node.run("get", "secret", "of-brief").ok();
    admin.run("delete", "pod", "brief", "--force", "--grace-period=0").ok();
    assertThat(node.run("get", "secret", "of-brief").refused()).contains("no relationship");
  }

  @Test
  void itsOwnNodeOnly() {
    String object = "apiVersion: v1\nkind: Node\nmetadata: {name: %s, labels: {%s: x}}\n";
    node.piped(object.formatted("node1", "kubernetes.io/hostname"), "create", "-f", "-").ok();
    assertThat(node.run("label", "node", "node1", "node-role.kubernetes.io/a=").refused())
        .isEqualTo(
            "Error from server (Forbidden): nodes \"node1\" is forbidden: is not allowed to modify"
                + " labels: node-role.kubernetes.io/a");
    assertThat(node.run("taint", "node", "node1", "a=b:NoSchedule").refused())
        .endsWith("node \"node1\" is not allowed to modify taints");
    assertThat(node.piped(object.formatted("node2", "a"), "create", "-f", "-").refused())
        .endsWith(
            "nodes \"node2\" is forbidden: node \"node1\" is not allowed to modify node \"node2\"");
    assertThat(node.run("get", "nodes").refused())
        .endsWith("node 'node1' cannot read all nodes, only its own Node object");
  }

  @Test
  void tokensForItsPodsOnly() {
    for (String name : new String[] {"of-mine", "of-other"}) {
      admin.run("create", "serviceaccount", name).ok();
    }
    assertThat(node.run("create", "token", "of-other").refused())
        .contains("no relationship found between node 'node1' and this object");
    String uid = admin.run("get", "pod", "mine", "-o", "jsonpath={.metadata.uid}").ok();
    String[] create = {
      "create",
      "token",
      "of-mine",
      "--bound-object-kind=Pod",
      "--bound-object-name=mine",
      "--bound-object-uid=" + uid
    };
    assertThat(with(create, "--audience=vault").ok()).startsWith("ey");
    assertThat(with(create, "--audience=bank").refused())
        .endsWith(
            "serviceaccounts \"of-mine\" is forbidden: audience \"bank\" not found in pod spec"
                + " volume, system:node:node1 is not authorized to request tokens for this"
                + " audience");
    assertThat(node.run("create", "token", "of-mine", "--audience=vault").refused())
        .endsWith("node requested token not bound to a pod");
  }

  private static Run with(String[] command, String more) {
    List<String> all = new ArrayList<>(List.of(command));
    all.add(more);
    return node.run(all.toArray(String[]::new));
  }
}
