package dev.muster.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Admission;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node wants to lose its taints: it would be collected as an orphan, and register anew. */
class HostileTaintsTest {
  private static final String OWNER =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"gone\",\"uid\":\"u\"}";

  @Test
  void aNodeGivesItselfNoOwner(@TempDir Path directory) throws IOException {
    try (RunningServer server =
        RunningServer.configured(
            directory, config -> config.with(new Admission(Set.of("NodeRestriction"), Set.of())))) {
      Client client = server.client();
      client.json(
          "POST",
          "/api/v1/nodes",
          "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"taints\":[{\"key\":\"a\",\"effect\":\"NoSchedule\"}]}}");
      String before = client.get("/api/v1/nodes/n").at("/metadata/resourceVersion");
      String merge = "{\"metadata\":{\"ownerReferences\":[" + OWNER + "]}}";
      String json =
          "[{\"op\":\"add\",\"path\":\"/metadata/ownerReferences\",\"value\":[" + OWNER + "]}]";
      String apply =
          "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\",\"ownerReferences\":["
              + OWNER
              + "]}}";
      for (String part : List.of("", "/status")) {
        for (String[] each :
            new String[][] {
              {"merge-patch+json", merge},
              {"strategic-merge-patch+json", merge},
              {"json-patch+json", json},
              {"apply-patch+yaml", apply}
            }) {
          Answer answer =
              asNode(client, "/api/v1/nodes/n" + part + "?fieldManager=m", each[0], each[1]);
          assertThat(answer.at("/message"))
              .isEqualTo(
                  "nodes \"n\" is forbidden: node \"n\" is not allowed to modify ownerReferences");
        }
      }
      assertThat(client.get("/api/v1/nodes/n").at("/metadata/resourceVersion")).isEqualTo(before);
    }
  }

  private static Answer asNode(Client client, String path, String type, String body) {
    return client.send(
        "PATCH",
        path,
        body.getBytes(StandardCharsets.UTF_8),
        Map.of(
            "Content-Type",
            List.of("application/" + type),
            "Impersonate-User",
            List.of("system:node:n"),
            "Impersonate-Group",
            List.of("system:nodes", "system:masters")));
  }
}
