package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what: kubectl auth, impersonation, tokens of service accounts. */
@MostlyWaits
class KubectlAccessTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("access");
    kubectl.run("create", "role", "reader", "--verb=get,list", "--resource=pods").ok();
    kubectl.run("create", "rolebinding", "readers", "--role=reader", "--user=alice").ok();
    kubectl.run("create", "serviceaccount", "robot").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theAdministratorMayDoAnything() {
    assertThat(kubectl.run("auth", "can-i", "*", "*").ok()).isEqualTo("yes");
  }

  @Test
  void aUserMayDoWhatARoleGrants() {
    assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=alice").ok()).isEqualTo("yes");
    Run delete = kubectl.run("auth", "can-i", "delete", "pods", "--as=alice");
    assertThat(delete.exit()).isEqualTo(1);
    assertThat(delete.out()).isEqualTo("no\n");
  }

  @Test
  void listsWhatAUserMayDo() {
    assertThat(kubectl.run("auth", "can-i", "--list", "--as=alice").rows())
        .contains("pods|[]|[]|[get list]");
  }

  @Test
  void whoAmI() {
    assertThat(kubectl.run("auth", "whoami").rows())
        .contains("Username|kubernetes-admin", "Groups|[system:masters system:authenticated]");
    assertThat(kubectl.run("auth", "whoami", "--as=alice", "--as-group=crew").rows())
        .contains("Username|alice", "Groups|[crew system:authenticated]");
  }

  @Test
  void aRefusalSaysWhoMayNotDoWhat() {
    assertThat(kubectl.run("get", "secrets", "--as=alice").refused())
        .isEqualTo(
            "Error from server (Forbidden): secrets is forbidden: User \"alice\" cannot list"
                + " resource \"secrets\" in API group \"\" in the namespace \"access\"");
  }

  @Test
  void aTokenStandsForItsServiceAccount() {
    String token = kubectl.run("create", "token", "robot").ok();
    // the client certificate of the kubeconfig would win, so the token asks from elsewhere
    String whoAmI =
        server
            .client()
            .send(
                "POST",
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}"
                    .getBytes(StandardCharsets.UTF_8),
                Map.of(
                    "Authorization", List.of("Bearer " + token),
                    "Content-Type", List.of("application/json")))
            .at("/status/userInfo/username");
    assertThat(whoAmI).isEqualTo("system:serviceaccount:access:robot");
  }

  @Test
  void reconcilesRoles() {
    assertThat(
            kubectl
                .piped(
                    """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: reconciled, namespace: access}
                    rules:
                    - {apiGroups: [""], resources: [pods], verbs: [get]}
                    """,
                    "auth",
                    "reconcile",
                    "-f",
                    "-")
                .ok())
        .startsWith("role.rbac.authorization.k8s.io/reconciled reconciled");
  }

  /** kubectl checks such objects itself, by the version 2 OpenAPI document as protobuf. */
  @Test
  void aReviewIsCreatedAndItsFieldsAreChecked() {
    String review =
        """
        apiVersion: authorization.k8s.io/v1
        kind: SubjectAccessReview
        spec:
          user: alice
          resourceAttributes: {namespace: access, verb: list, resource: pods}
        """;
    assertThat(kubectl.piped(review, "create", "-f", "-", "-o", "jsonpath={.status.allowed}").ok())
        .isEqualTo("true");
    assertThat(kubectl.piped(review + "  userr: bob\n", "create", "-f", "-").refused())
        .contains("unknown field \"userr\" in io.k8s.api.authorization.v1.SubjectAccessReviewSpec");
  }
}
