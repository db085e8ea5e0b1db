package dev.muster.apiserver.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.model.scheme.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every question and every policy, put badly: a 4xx that says why, and nothing is stored. */
class ReviewBadInputTest {
  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server =
        RunningServer.configured(
            directory,
            config -> config.with(RuntimeConfig.parse(List.of("authorization.k8s.io/v1beta1"))));
    server
        .client()
        .json(
            "POST",
            "/api/v1/namespaces/default/serviceaccounts",
            "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"robot\"}}");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String revision() {
    return server.client().get("/api/v1/namespaces").at("/metadata/resourceVersion");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews",
        "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
        "/apis/authorization.k8s.io/v1beta1/subjectaccessreviews",
        "/apis/authorization.k8s.io/v1beta1/selfsubjectaccessreviews",
        "/apis/authorization.k8s.io/v1beta1/namespaces/default/localsubjectaccessreviews",
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        "/apis/authentication.k8s.io/v1/tokenreviews",
        "/api/v1/namespaces/default/serviceaccounts/robot/token"
      })
  void isRefused(String path) {
    String before = revision();
    badBodies(path, path.contains("v1beta1") ? "authorization.k8s.io/v1beta1" : "v1");
    for (String method : new String[] {"GET", "PUT", "PATCH", "DELETE"}) {
      refused(server.client().json(method, path, "{}"), method + " " + path);
    }
    refused(server.client().get(path + "/name"), path + "/name");
    assertThat(revision()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "/apis/rbac.authorization.k8s.io/v1/clusterroles, ClusterRole, rules",
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings, ClusterRoleBinding, subjects",
    "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles, Role, rules",
    "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings, RoleBinding, subjects",
  })
  void badPolicyIsRefused(String path, String kind, String list) {
    String version = "rbac.authorization.k8s.io/v1";
    String head =
        "{\"apiVersion\":\""
            + version
            + "\",\"kind\":\""
            + kind
            + "\",\"metadata\":{\"name\":\"n\"},";
    String before = revision();
    badBodies(path, version);
    for (String rest :
        new String[] {
          "\"" + list + "\":{}}",
          "\"" + list + "\":[7]}",
          "\"" + list + "\":[{}]}",
          "\"" + list + "\":[{\"verbs\":[\"get\"],\"kind\":\"Robot\",\"name\":\"r\"}]}",
          "\"metadata\":{\"name\":\"a/b\"}}"
        }) {
      refused(server.client().json("POST", path, head + rest), path + " " + rest);
    }
    assertThat(revision()).isEqualTo(before);
  }

  private static void badBodies(String path, String version) {
    for (String body :
        new String[] {
          "",
          "{",
          "[]",
          "\"text\"",
          "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}",
          "{\"apiVersion\":\"nowhere/v1\",\"kind\":\"SubjectAccessReview\"}",
          "{\"apiVersion\":\"" + version + "\",\"kind\":\"Nothing\"}",
          "[".repeat(20_000)
        }) {
      refused(server.client().json("POST", path, body), path + " " + body);
    }
    refused(server.client().text("POST", path, "text/plain", "hello"), path + " as text");
  }

  private static void refused(Answer answer, String what) {
    assertThat(answer.status()).as(what).isBetween(400, 499);
    if (answer.contentType().contains("json")) {
      assertThat(answer.at("/message")).as(what).isNotEmpty();
    } else {
      assertThat(answer.body()).as(what).isNotEmpty();
    }
  }
}
