package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The keys of a secret or config map as files: all of them, or those that items pick. */
final class KeyPayload {
  private KeyPayload() {}

  static Map<String, ProjectedFile> secret(
      Sources sources, String namespace, String name, JsonNode source, FileDefaults defaults)
      throws VolumeException {
    boolean optional = source.path("optional").asBoolean();
    JsonNode secret = sources.secret(namespace, name).orElse(MissingNode.getInstance());
    if (secret.isMissingNode() && !optional) {
      throw new VolumeException("secret \"" + name + "\" not found");
    }
    return pick(
        source, binary(secret.path("data")), defaults, "references non-existent secret key: ");
  }

  static Map<String, ProjectedFile> configMap(
      Sources sources, String namespace, String name, JsonNode source, FileDefaults defaults)
      throws VolumeException {
    boolean optional = source.path("optional").asBoolean();
    JsonNode map = sources.configMap(namespace, name).orElse(MissingNode.getInstance());
    if (map.isMissingNode() && !optional) {
      throw new VolumeException("configmap \"" + name + "\" not found");
    }
    Map<String, Content> contents = binary(map.path("binaryData"));
    map.path("data")
        .properties()
        .forEach(entry -> contents.put(entry.getKey(), Content.of(entry.getValue().asText())));
    return pick(source, contents, defaults, "configmap references non-existent config key: ");
  }

  private static Map<String, ProjectedFile> pick(
      JsonNode source, Map<String, Content> contents, FileDefaults defaults, String missing)
      throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    if (source.path("items").isEmpty()) {
      for (Map.Entry<String, Content> entry : contents.entrySet()) {
        files.put(
            PayloadPaths.clean(entry.getKey()),
            new ProjectedFile(entry.getValue(), defaults.mode(), defaults.user()));
      }
      return files;
    }
    for (JsonNode item : source.path("items")) {
      String key = item.path("key").asText();
      Content content = contents.get(key);
      if (content != null) {
        files.put(
            PayloadPaths.clean(item.path("path").asText()),
            new ProjectedFile(content, defaults.mode(item), defaults.user(item)));
      } else if (!source.path("optional").asBoolean()) {
        throw new VolumeException(missing + key);
      }
    }
    return files;
  }

  private static Map<String, Content> binary(JsonNode data) throws VolumeException {
    Map<String, Content> contents = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : data.properties()) {
      try {
        contents.put(entry.getKey(), Content.of(entry.getValue().binaryValue()));
      } catch (IOException e) {
        throw new VolumeException("key " + entry.getKey() + " does not hold base64");
      }
    }
    return contents;
  }
}
