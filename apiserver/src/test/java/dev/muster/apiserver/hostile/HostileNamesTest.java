package dev.muster.apiserver.hostile;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.LiveServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of any length and shape are judged, never run into an error of the server's own. */
class HostileNamesTest {
  private static LiveServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = LiveServer.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void ofWhomAnAdministratorImpersonates() {
    for (String name :
        List.of(
            "system:serviceaccount:ns:" + "a.".repeat(28_000) + "a",
            "system:serviceaccount:ns:" + "a-".repeat(28_000) + "a",
            "system:serviceaccount:" + "a".repeat(56_000) + ":a",
            "system:serviceaccount:" + ":".repeat(56_000),
            "system:serviceaccount:ns:" + "a".repeat(254))) {
      LiveServer.Answer answer =
          server.send(ADMIN, "GET", "/api/v1/pods", "", "Impersonate-User", name);
      assertThat(answer.code()).as(name.substring(0, 40)).isEqualTo(403);
    }
  }

  @Test
  void inPathsQueriesAndBodies() {
    String deep = "a.".repeat(3_000) + "a";
    assertThat(server.get(ADMIN, "/api/v1/namespaces/" + deep + "/pods/" + deep).code())
        .isEqualTo(404);
    assertThat(
            server
                .get(ADMIN, "/api/v1/pods?fieldSelector=metadata.name%3D" + deep)
                .at("/items")
                .size())
        .isZero();
    assertThat(server.get(ADMIN, "/api/v1/pods?labelSelector=" + deep).code()).isEqualTo(400);
    String body =
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'%s'}}"
            .formatted("a.".repeat(500_000));
    assertThat(server.post(ADMIN, "/api/v1/namespaces/default/configmaps", body).code())
        .isEqualTo(422);
  }

  /** A plain scalar that might be a number of minutes, hours, days and so on. */
  @Test
  void inYaml() {
    String body =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\ndata: {k: %s}\n"
            .formatted("1" + ":1".repeat(400_000));
    assertThat(
            server
                .send(
                    ADMIN,
                    "POST",
                    "/api/v1/namespaces/default/configmaps",
                    body,
                    "Content-Type",
                    "application/yaml",
                    "Accept",
                    "application/yaml")
                .code())
        .isLessThan(500);
  }
}
