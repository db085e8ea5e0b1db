package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An image's configuration, as its blob has it. */
record Configuration(ImageConfig config, List<Digest> diffIds) {
  static final int MAX_BYTES = 4 << 20;

  Configuration {
    diffIds = List.copyOf(diffIds);
  }

  static Configuration parse(byte[] bytes) throws IOException {
    JsonNode json = Json.read(bytes, "image configuration");
    JsonNode config = json.path("config");
    List<Digest> diffIds = new ArrayList<>();
    for (JsonNode each : json.path("rootfs").path("diff_ids")) {
      diffIds.add(Digest.parse(each.asText()));
    }
    Map<String, String> labels = new LinkedHashMap<>();
    config.path("Labels").properties().forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
    List<String> volumes = new ArrayList<>();
    config.path("Volumes").fieldNames().forEachRemaining(volumes::add);
    return new Configuration(
        new ImageConfig(
            json.path("os").asText(""),
            json.path("architecture").asText(""),
            json.path("variant").asText(""),
            config.path("User").asText(""),
            texts(config.path("Env")),
            texts(config.path("Entrypoint")),
            texts(config.path("Cmd")),
            config.path("WorkingDir").asText(""),
            config.path("StopSignal").asText(""),
            volumes,
            labels),
        diffIds);
  }

  private static List<String> texts(JsonNode list) {
    List<String> found = new ArrayList<>();
    list.forEach(each -> found.add(each.asText()));
    return found;
  }
}
