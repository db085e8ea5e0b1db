package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** What every object has. */
public final class Meta {
  private Meta() {}

  public static String name(JsonNode object) {
    return ObjectMeta.ofObject(object).name().text();
  }

  public static String namespace(JsonNode object) {
    return ObjectMeta.ofObject(object).namespace().text();
  }

  public static String uid(JsonNode object) {
    return ObjectMeta.ofObject(object).uid().text();
  }

  public static String version(JsonNode object) {
    return ObjectMeta.ofObject(object).resourceVersion().text();
  }

  public static long generation(JsonNode object) {
    return ObjectMeta.ofObject(object).generation().number();
  }

  public static boolean isBeingDeleted(JsonNode object) {
    return ObjectMeta.ofObject(object).deletionTimestamp().present();
  }

  public static Map<String, String> labels(JsonNode object) {
    return texts(ObjectMeta.ofObject(object).labels());
  }

  public static Map<String, String> annotations(JsonNode object) {
    return texts(ObjectMeta.ofObject(object).annotations());
  }

  /** A map of texts, in its order. */
  public static Map<String, String> texts(At map) {
    Map<String, String> texts = new LinkedHashMap<>();
    map.node().forEachEntry((key, value) -> texts.put(key, value.asText()));
    return texts;
  }

  public static String annotation(JsonNode object, String name) {
    return ObjectMeta.ofObject(object).annotations().get(name).text();
  }

  public static void annotate(ObjectNode object, String name, String value) {
    MutableObjectMeta.ofObject(object).annotations().map().put(name, value);
  }

  public static Instant created(JsonNode object) {
    return time(ObjectMeta.ofObject(object).creationTimestamp().node());
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
