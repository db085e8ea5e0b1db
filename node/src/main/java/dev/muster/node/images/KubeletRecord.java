package dev.muster.node.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** How the kubelet writes its notes: as objects of its configuration's group. */
final class KubeletRecord {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GROUP = "kubelet.config.k8s.io/";

  private KubeletRecord() {}

  static ObjectNode of(String kind) {
    return JSON.createObjectNode().put("kind", kind).put("apiVersion", GROUP + "v1beta1");
  }

  /** Any version of it: their fields are the same. */
  static JsonNode parse(byte[] json, String kind) throws IOException {
    JsonNode record = JSON.readTree(json);
    if (!record.path("kind").asText().equals(kind)
        || !record.path("apiVersion").asText().startsWith(GROUP)) {
      throw new IOException("not a " + kind + " of " + GROUP);
    }
    return record;
  }
}
