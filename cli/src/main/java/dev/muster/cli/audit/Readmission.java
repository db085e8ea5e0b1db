package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A pod asked for once more, as a dry run under a name that is free. */
final class Readmission {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Readmission() {}

  static ObjectNode request(JsonNode pod) {
    JsonNode metadata = pod.path("metadata");
    ObjectNode again = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode meta = again.putObject("metadata");
    meta.put("generateName", metadata.path("name").asText() + "-");
    for (String field : new String[] {"labels", "annotations"}) {
      if (metadata.has(field)) {
        meta.set(field, metadata.get(field));
      }
    }
    again.set("spec", pod.path("spec"));
    return again;
  }

  static String path(JsonNode pod) {
    return "/api/v1/namespaces/"
        + pod.path("metadata").path("namespace").asText()
        + "/pods?dryRun=All";
  }
}
