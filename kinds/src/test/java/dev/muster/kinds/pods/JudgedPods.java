package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.types.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Pods for tests, written as JSON with single quotes. */
final class JudgedPods {
  static final Strategy STRATEGY =
      KubernetesKinds.kinds().byKind("v1", "Pod").orElseThrow().strategy();

  private JudgedPods() {}

  static JsonNode tree(String json) {
    try {
      return Trees.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A canonical, defaulted pod. */
  static ObjectNode pod(String json) {
    ObjectNode pod = Decoder.decode(Schema.kubernetes().struct("core/v1.Pod"), tree(json)).object();
    ObjectNode metadata = (ObjectNode) pod.get("metadata");
    if (!metadata.has("name")) {
      metadata.put("name", "p");
    }
    metadata.put("namespace", "ns").put("resourceVersion", "7");
    STRATEGY.applyDefaults(pod);
    return pod;
  }

  /** A pod with one container "c" that has these further fields, and these in its spec. */
  static ObjectNode pod(String container, String spec) {
    return pod(
        "{'spec':{'containers':[{'name':'c','image':'i'"
            + (container.isEmpty() ? "" : "," + container)
            + "}]"
            + (spec.isEmpty() ? "" : "," + spec)
            + "}}");
  }

  /** A pod as it is after it was created. */
  static ObjectNode created(ObjectNode pod) {
    STRATEGY.prepareForCreate(pod);
    return pod;
  }

  /** The faults that a creation meets. */
  static List<String> faults(ObjectNode pod) {
    Errors errors = new Errors();
    STRATEGY.prepareForCreate(pod);
    STRATEGY.validate(pod, errors);
    return texts(errors);
  }

  /** The faults that an update of the pod, or of a part of it, meets; diffs cut off. */
  static List<String> updateFaults(String part, ObjectNode pod, ObjectNode old) {
    Errors errors = new Errors();
    if (part.isEmpty()) {
      STRATEGY.prepareForUpdate(pod, old);
      STRATEGY.validateUpdate(pod, old, errors);
    } else {
      STRATEGY.prepareForSubresourceUpdate(part, pod, old);
      STRATEGY.validateSubresourceUpdate(part, pod, old, errors);
    }
    return texts(errors);
  }

  private static List<String> texts(Errors errors) {
    return errors.list().stream()
        .map(FieldError::toString)
        .map(t -> t.contains("\n@@") ? t.substring(0, t.indexOf("\n@@")) : t)
        .toList();
  }
}
