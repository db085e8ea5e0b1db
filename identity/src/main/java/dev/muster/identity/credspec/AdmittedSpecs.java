package dev.muster.identity.credspec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which credential specs a pod was admitted with, by config map. The pod carries no contents, which
 * only those may read who may read the config map; it carries what tells these from any others.
 */
public record AdmittedSpecs(Map<String, Admitted> byConfigMap) {
  /** The pod's annotation that holds them; the server's own, nobody else can change it. */
  public static final String ANNOTATION = "gmsa.muster.dev/admitted";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What one config map held at admission.
   *
   * @param sha256 of the contents, in hexadecimal
   * @param resourceVersion of the config map at admission
   */
  public record Admitted(String sha256, String resourceVersion) {
    /** Whether these are the contents that were admitted. */
    public boolean is(String contents) {
      return sha256.equals(digest(contents));
    }
  }

  public AdmittedSpecs {
    byConfigMap = Collections.unmodifiableMap(new TreeMap<>(byConfigMap));
  }

  /** What the pod's annotation says; empty if it says something that the server would not. */
  public static Optional<AdmittedSpecs> of(JsonNode pod) {
    String text = pod.path("metadata").path("annotations").path(ANNOTATION).asText();
    Map<String, Admitted> found = new TreeMap<>();
    if (text.isEmpty()) {
      return Optional.of(new AdmittedSpecs(found));
    }
    try {
      if (!(JSON.readTree(text) instanceof ObjectNode tree)) {
        return Optional.empty();
      }
      for (Map.Entry<String, JsonNode> each : tree.properties()) {
        found.put(
            each.getKey(),
            new Admitted(
                each.getValue().path("sha256").asText(),
                each.getValue().path("resourceVersion").asText()));
      }
      return Optional.of(new AdmittedSpecs(found));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** What was admitted of a config map, if anything was. */
  public Optional<Admitted> of(String configMap) {
    return Optional.ofNullable(byConfigMap.get(configMap));
  }

  /** The annotation's value. */
  public String text() {
    ObjectNode tree = JSON.createObjectNode();
    new TreeMap<>(byConfigMap)
        .forEach(
            (name, admitted) ->
                tree.putObject(name)
                    .put("sha256", admitted.sha256())
                    .put("resourceVersion", admitted.resourceVersion()));
    return tree.toString();
  }

  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  public static String digest(String contents) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(contents.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
