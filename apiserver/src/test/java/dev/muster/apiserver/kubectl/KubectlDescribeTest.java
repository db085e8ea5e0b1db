package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl describe, which gathers an object with its events and relatives. */
@MostlyWaits
class KubectlDescribeTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("describe");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aPodWithItsEvents() {
    kubectl.run("run", "p", "--image=nginx").ok();
    String uid = kubectl.run("get", "pod", "p", "-o", "jsonpath={.metadata.uid}").ok();
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Event
            metadata: {name: p.1}
            involvedObject: {kind: Pod, name: p, namespace: describe, uid: %s}
            type: Warning
            reason: Lonely
            message: no node fits
            source: {component: tester}
            """
                .formatted(uid),
            "create",
            "-f",
            "-")
        .ok();
    assertThat(kubectl.run("describe", "pod", "p").ok())
        .startsWith(
            """
            Name:         p
            Namespace:    describe
            Priority:     0
            Node:         <none>
            Labels:       run=p
            Annotations:  <none>
            Status:       Pending
            IP:          \s
            IPs:          <none>
            Containers:
              p:
                Image:        nginx
            """)
        .contains(
            """
            Tolerations:      node.kubernetes.io/not-ready:NoExecute op=Exists for 300s
                              node.kubernetes.io/unreachable:NoExecute op=Exists for 300s
            Events:
            """)
        .containsPattern("Warning +Lonely +\\S+ +tester +no node fits");
  }

  @Test
  void aNode() {
    kubectl.piped("apiVersion: v1\nkind: Node\nmetadata: {name: n1}", "create", "-f", "-").ok();
    assertThat(kubectl.run("describe", "node", "n1").ok())
        .contains(
            "Name:               n1\n",
            "Taints:             node.kubernetes.io/not-ready:NoSchedule\n",
            "Unschedulable:      false\n",
            "Non-terminated Pods:          (0 in total)\n",
            "Events:              <none>");
  }

  @Test
  void aConfigMap() {
    kubectl.run("create", "cm", "conf", "--from-literal=colour=red").ok();
    assertThat(kubectl.run("describe", "cm", "conf").ok())
        .isEqualTo(
            """
            Name:         conf
            Namespace:    describe
            Labels:       <none>
            Annotations:  <none>

            Data
            ====
            colour:
            ----
            red


            BinaryData
            ====

            Events:  <none>""");
  }

  @Test
  void aSecretKeepsItsValueToItself() {
    kubectl.run("create", "secret", "generic", "s", "--from-literal=password=hunter2").ok();
    assertThat(kubectl.run("describe", "secret", "s").ok())
        .endsWith("Type:  Opaque\n\nData\n====\npassword:  7 bytes");
  }

  @Test
  void aRoleAndItsBinding() {
    kubectl.run("create", "role", "reader", "--verb=get,list", "--resource=pods").ok();
    kubectl.run("create", "rolebinding", "readers", "--role=reader", "--user=alice").ok();
    assertThat(kubectl.run("describe", "role", "reader").rows()).endsWith("pods|[]|[]|[get list]");
    assertThat(kubectl.run("describe", "rolebinding", "readers").rows())
        .contains("Kind:|Role", "Name:|reader", "User|alice");
  }

  @Test
  void aDeployment() {
    kubectl.run("create", "deployment", "web", "--image=nginx", "--replicas=2").ok();
    assertThat(kubectl.run("describe", "deployment", "web").rows())
        .contains(
            "Replicas:|2 desired | 0 updated | 0 total | 0 available | 0 unavailable",
            "StrategyType:|RollingUpdate",
            "RollingUpdateStrategy:|25% max unavailable, 25% max surge");
  }

  @Test
  void aNamespace() {
    assertThat(kubectl.run("describe", "namespace", "describe").rows())
        .contains("Labels:|kubernetes.io/metadata.name=describe", "Status:|Active");
  }
}
