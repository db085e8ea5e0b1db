package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The modes and their unions, as kubectl sees them. */
@MostlyWaits
class KubectlModesTest {
  /** The examples of the document on authorization plugins. */
  private static final String POLICY =
      """
      # alice can do anything to all resources
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "alice", "namespace": "*", "resource": "*", "apiGroup": "*"}}

      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "bob", "namespace": "default", "resource": "pods", "readonly": true}}
      {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"group": "system:authenticated", "readonly": true, "nonResourcePath": "*"}}
      """;

  private static final String REFUSAL =
      "Error from server (Forbidden): pods is forbidden: User \"%s\" cannot list resource \"pods\""
          + " in API group \"\" in the namespace \"default\"";

  @TempDir private Path directory;

  private RunningServer with(Authorization modes) throws IOException {
    return RunningServer.configured(directory, config -> config.with(modes));
  }

  private Authorization abac(String... modes) throws IOException {
    return Authorization.by(modes)
        .withPolicyFile(Files.writeString(directory.resolve("policy.jsonl"), POLICY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"AlwaysAllow", "AlwaysDeny,AlwaysAllow", "AlwaysAllow,AlwaysDeny"})
  void alwaysAllowAllowsWhereverItStands(String modes) throws IOException {
    try (RunningServer server = with(Authorization.by(modes.split(",")))) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      assertThat(kubectl.run("create", "configmap", "a", "--as=nobody").ok())
          .isEqualTo("configmap/a created");
      assertThat(kubectl.run("auth", "can-i", "--list", "--as=nobody").rows())
          .contains("*.*|[]|[]|[*]");
    }
  }

  @Test
  void alwaysDenyLeavesTheAdministrator() throws IOException {
    try (RunningServer server = with(Authorization.by("AlwaysDeny"))) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      // alice cannot even ask what there is: she uses what the administrator's kubectl remembers
      assertThat(kubectl.run("get", "pods").err()).startsWith("No resources found");
      assertThat(kubectl.run("get", "pods", "--as=alice").refused())
          .isEqualTo(REFUSAL.formatted("alice") + ": Everything is forbidden.");
      assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=alice").refused())
          .contains("Everything is forbidden.");
    }
  }

  @Test
  void abacDecidesByItsFile() throws IOException {
    try (RunningServer server = with(abac("ABAC"))) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      assertThat(kubectl.run("create", "configmap", "a", "--as=alice").ok())
          .isEqualTo("configmap/a created");
      assertThat(kubectl.run("get", "pods", "--as=bob").exit()).isZero();
      assertThat(kubectl.run("create", "configmap", "b", "--as=bob").refused())
          .endsWith("in the namespace \"default\": No policy matched.");
      assertThat(kubectl.run("get", "pods", "--as=carol").refused())
          .isEqualTo(REFUSAL.formatted("carol") + ": No policy matched.");
      assertThat(kubectl.run("get", "--raw", "/version", "--as=carol").exit()).isZero();
      assertThat(kubectl.run("auth", "can-i", "--list", "--as=alice").rows())
          .contains("*.*|[]|[]|[*]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABAC,RBAC", "RBAC,ABAC"})
  void eitherOfTwoModesIsEnough(String modes) throws IOException {
    try (RunningServer server = with(abac(modes.split(",")))) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      kubectl.run("create", "role", "r", "--verb=list", "--resource=secrets").ok();
      kubectl.run("create", "rolebinding", "b", "--role=r", "--user=bob").ok();
      assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=bob").ok()).isEqualTo("yes");
      assertThat(kubectl.run("auth", "can-i", "list", "secrets", "--as=bob").ok()).isEqualTo("yes");
      assertThat(kubectl.run("get", "nodes", "--as=bob").refused())
          .endsWith("at the cluster scope: No policy matched.");
    }
  }

  @Test
  void nobodyGrantsWhatTheyDoNotHoldEvenIfRbacIsOff() throws IOException {
    String policy =
        """
        {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"user": "eve", "namespace": "*", "resource": "rolebindings", "apiGroup": "*"}}
        {"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy", "spec": {"group": "system:authenticated", "readonly": true, "nonResourcePath": "*"}}
        """;
    Path file = Files.writeString(directory.resolve("bindings.jsonl"), policy);
    try (RunningServer server = with(Authorization.by("ABAC").withPolicyFile(file))) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      Run escalation =
          kubectl.run(
              "create",
              "rolebinding",
              "b",
              "--clusterrole=cluster-admin",
              "--user=eve",
              "--as=eve");
      assertThat(escalation.refused())
          .contains("user \"eve\" (groups=[\"system:authenticated\"]) is attempting to grant RBAC")
          .contains("{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}");
    }
  }

  @Test
  void impersonationCarriesGroupsAndUid() throws IOException {
    try (RunningServer server = with(Authorization.defaults())) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      assertThat(
              kubectl
                  .run("auth", "whoami", "--as=alice", "--as-group=crew", "--as-uid=7", "-o=json")
                  .ok())
          .contains("\"username\": \"alice\"")
          .contains("\"uid\": \"7\"")
          .contains("\"crew\"");
      kubectl.run("create", "clusterrole", "i", "--verb=impersonate", "--resource=users").ok();
      kubectl.run("create", "clusterrolebinding", "i", "--clusterrole=i", "--user=mallory").ok();
      assertThat(kubectl.run("auth", "can-i", "impersonate", "users", "--as=mallory").ok())
          .isEqualTo("yes");
      assertThat(kubectl.run("auth", "can-i", "impersonate", "groups", "--as=mallory").exit())
          .isEqualTo(1);
    }
  }
}
