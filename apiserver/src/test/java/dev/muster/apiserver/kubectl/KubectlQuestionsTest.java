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

/** Questions about access, asked with kubectl: they are created, validated, and never stored. */
@MostlyWaits
class KubectlQuestionsTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("questions");
    kubectl.run("create", "role", "reader", "--verb=get,list", "--resource=pods").ok();
    kubectl.run("create", "rolebinding", "readers", "--role=reader", "--user=alice").ok();
    kubectl
        .run(
            "create",
            "clusterrole",
            "asker",
            "--verb=create",
            "--resource=accessexplanations.access.muster.dev")
        .ok();
    kubectl
        .run("create", "clusterrolebinding", "askers", "--clusterrole=asker", "--user=olga")
        .ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void theirKindsAreKnown() {
    assertThat(kubectl.run("api-resources", "--api-group=access.muster.dev").rows())
        .contains(
            "accessexplanations|access.muster.dev/v1|false|AccessExplanation",
            "whocans|access.muster.dev/v1|false|WhoCan");
    assertThat(kubectl.run("explain", "accessexplanations.status.stations").ok())
        .contains("FIELDS:", "verdict\t<string>");
  }

  @Test
  void aQuestionInAFileIsAnswered() {
    String question =
        """
        apiVersion: access.muster.dev/v1
        kind: AccessExplanation
        spec:
          user: alice
          request: DELETE /api/v1/namespaces/questions/pods/web
        """;
    assertThat(
            kubectl
                .piped(
                    question,
                    "create",
                    "-f",
                    "-",
                    "-o",
                    "jsonpath={.status.allowed} {.status.nearest[0].differences[0].detail}")
                .ok())
        .isEqualTo("false verb \"delete\" is not in [\"get\" \"list\"]");
    assertThat(
            kubectl.piped(question.replace("request:", "reqest:"), "create", "-f", "-").refused())
        .as("kubectl knows the fields by OpenAPI")
        .contains("unknown field \"reqest\" in dev.muster.access.v1.AccessExplanationSpec");
    assertThat(kubectl.run("get", "accessexplanations").refused())
        .isEqualTo(
            "Error from server (MethodNotAllowed): the server does not allow this method on the"
                + " requested resource");
  }

  @Test
  void aRefusalReadsAsEverWhateverIsInItsDetails() {
    assertThat(kubectl.run("delete", "pod", "web", "--as=olga").refused())
        .isEqualTo(
            "Error from server (Forbidden): pods \"web\" is forbidden: User \"olga\" cannot delete"
                + " resource \"pods\" in API group \"\" in the namespace \"questions\"");
  }

  @Test
  void manyReviewsAreAskedAsTheyAre() {
    String list =
        """
        {"apiVersion":"access.muster.dev/v1","kind":"SubjectAccessReviewList","items":[
         {"spec":{"user":"alice","resourceAttributes":{"namespace":"questions","verb":"get","resource":"pods"}}},
         {"spec":{"user":"bob","resourceAttributes":{"namespace":"questions","verb":"get","resource":"pods"}}}]}
        """;
    assertThat(
            kubectl
                .piped(
                    list,
                    "create",
                    "--raw",
                    "/apis/access.muster.dev/v1/subjectaccessreviewlists",
                    "-f",
                    "-")
                .ok())
        .contains("\"status\":{\"allowed\":true", "\"status\":{\"allowed\":false}");
  }
}
