package dev.muster.apiserver.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every question, asked badly in every way: a 4xx that says why, and nothing is stored. */
class ReviewBadInputTest {
  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
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
        "authorization.k8s.io/v1/subjectaccessreviews",
        "authorization.k8s.io/v1/selfsubjectaccessreviews",
        "authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews",
        "authorization.k8s.io/v1/selfsubjectrulesreviews",
        "authentication.k8s.io/v1/selfsubjectreviews",
        "authentication.k8s.io/v1/tokenreviews"
      })
  void isRefused(String question) {
    String path = "/apis/" + question;
    String version = question.substring(0, question.indexOf("/v1") + 3);
    String before = revision();
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
    for (String method : new String[] {"GET", "PUT", "PATCH", "DELETE"}) {
      refused(server.client().json(method, path, "{}"), method + " " + path);
    }
    refused(server.client().get(path + "/name"), path + "/name");
    assertThat(revision()).isEqualTo(before);
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
