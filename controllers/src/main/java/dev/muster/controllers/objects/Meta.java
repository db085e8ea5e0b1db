package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** What every object has. */
public final class Meta {
  private Meta() {}

  public static String name(JsonNode object) {
    return PartialObjectMetadata.of(object).metadata().name().text();
  }

  public static String namespace(JsonNode object) {
    return PartialObjectMetadata.of(object).metadata().namespace().text();
  }

  public static String uid(JsonNode object) {
    return PartialObjectMetadata.of(object).metadata().uid().text();
  }

  public static String version(JsonNode object) {
    return PartialObjectMetadata.of(object).metadata().resourceVersion().text();
  }

  public static long generation(JsonNode object) {
    return PartialObjectMetadata.of(object).metadata().generation().number();
  }

  public static boolean isBeingDeleted(JsonNode object) {
    return PartialObjectMetadata.of(object).metadata().deletionTimestamp().present();
  }

  public static Map<String, String> labels(JsonNode object) {
    return texts(PartialObjectMetadata.of(object).metadata().labels());
  }

  public static Map<String, String> annotations(JsonNode object) {
    return texts(PartialObjectMetadata.of(object).metadata().annotations());
  }

  /** A map of texts, in its order. */
  public static Map<String, String> texts(At map) {
    Map<String, String> texts = new LinkedHashMap<>();
    map.node().forEachEntry((key, value) -> texts.put(key, value.asText()));
    return texts;
  }

  public static String annotation(JsonNode object, String name) {
    return PartialObjectMetadata.of(object).metadata().annotations().get(name).text();
  }

  public static void annotate(ObjectNode object, String name, String value) {
    MutablePartialObjectMetadata.of(object)
        .metadata()
        .ensure()
        .annotations()
        .map()
        .put(name, value);
  }

  public static Instant created(JsonNode object) {
    return time(PartialObjectMetadata.of(object).metadata().creationTimestamp().node());
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
