package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** What every object has. */
public final class Meta {
  private Meta() {}

  public static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  public static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText();
  }

  public static String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText();
  }

  public static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  public static long generation(JsonNode object) {
    return object.path("metadata").path("generation").asLong();
  }

  public static boolean isBeingDeleted(JsonNode object) {
    return object.path("metadata").has("deletionTimestamp");
  }

  public static Map<String, String> labels(JsonNode object) {
    return texts(object.path("metadata").path("labels"));
  }

  public static Map<String, String> annotations(JsonNode object) {
    return texts(object.path("metadata").path("annotations"));
  }

  /** A map of texts, in its order. */
  public static Map<String, String> texts(JsonNode map) {
    Map<String, String> texts = new LinkedHashMap<>();
    map.forEachEntry((key, value) -> texts.put(key, value.asText()));
    return texts;
  }

  public static String annotation(JsonNode object, String name) {
    return object.path("metadata").path("annotations").path(name).asText();
  }

  public static void annotate(ObjectNode object, String name, String value) {
    object.withObject("/metadata").withObject("/annotations").put(name, value);
  }

  public static Instant created(JsonNode object) {
    return time(object.path("metadata").path("creationTimestamp"));
  }

  /** The earliest time there is, if it is not given. */
  public static Instant time(JsonNode text) {
    try {
      return text.isTextual() ? Instant.parse(text.asText()) : Instant.EPOCH;
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  /** Older ones first; of the same age, by name. */
  public static final Comparator<JsonNode> BY_AGE =
      Comparator.<JsonNode, Instant>comparing(Meta::created).thenComparing(Meta::name);
}
