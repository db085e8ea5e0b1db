package dev.muster.api.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Encoder;
import dev.muster.api.codec.Trees;
import dev.muster.api.kinds.Conversion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Between {@code autoscaling/v1}, which knows a target for the CPU only, and the stored v2. What v1
 * has no field for travels in annotations, so that nothing is lost on the way.
 */
public final class AutoscalerV1 implements Conversion {
  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
  private static final String METRICS = PREFIX + "metrics";

  /** Annotation to the field of the stored version that it carries. */
  private static final Map<String, String[]> CARRIED =
      Map.of(
          PREFIX + "behavior", new String[] {"spec", "behavior"},
          PREFIX + "conditions", new String[] {"status", "conditions"},
          PREFIX + "current-metrics", new String[] {"status", "currentMetrics"});

  @Override
  public ObjectNode toStored(ObjectNode served) {
    ObjectNode spec = served.withObject("spec");
    ObjectNode status = served.withObject("status");
    ArrayNode metrics = spec.arrayNode();
    JsonNode target = spec.remove("targetCPUUtilizationPercentage");
    if (target != null) {
      cpu(metrics.addObject(), "target").set("averageUtilization", target);
      ((ObjectNode) metrics.get(0).get("resource").get("target")).put("type", "Utilization");
    }
    if (taken(served, METRICS) instanceof ArrayNode others) {
      metrics.addAll(others);
    }
    if (!metrics.isEmpty()) {
      spec.set("metrics", metrics);
    }
    status.remove("currentCPUUtilizationPercentage");
    status.set("currentMetrics", JsonNodeFactory.instance.nullNode());
    CARRIED.forEach(
        (annotation, place) -> {
          JsonNode value = taken(served, annotation);
          if (value != null) {
            served.withObject(place[0]).set(place[1], value);
          }
        });
    if (status.path("currentReplicas").asLong() == 0) {
      status.remove("currentReplicas");
    }
    return served;
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    ObjectNode spec = stored.withObject("spec");
    ArrayNode others = spec.arrayNode();
    JsonNode metrics = spec.remove("metrics");
    if (metrics != null) {
      for (JsonNode metric : metrics) {
        JsonNode percent = metric.path("resource").path("target").get("averageUtilization");
        boolean cpu = metric.path("resource").path("name").asText().equals("cpu");
        if (cpu && percent != null && !spec.has("targetCPUUtilizationPercentage")) {
          spec.set("targetCPUUtilizationPercentage", percent);
        } else {
          others.add(metric);
        }
      }
    }
    carry(stored, METRICS, others.isEmpty() ? null : others);
    ObjectNode status = stored.withObject("status");
    for (JsonNode metric : status.path("currentMetrics")) {
      JsonNode percent = metric.path("resource").path("current").get("averageUtilization");
      if (metric.path("resource").path("name").asText().equals("cpu") && percent != null) {
        status.set("currentCPUUtilizationPercentage", percent);
      }
    }
    CARRIED.forEach(
        (annotation, place) -> {
          JsonNode value = stored.withObject(place[0]).remove(place[1]);
          carry(stored, annotation, value == null || value.isEmpty() ? null : value);
        });
    if (!status.has("currentReplicas")) {
      status.put("currentReplicas", 0L);
    }
    return stored;
  }

  private static ObjectNode cpu(ObjectNode metric, String field) {
    return metric.put("type", "Resource").putObject("resource").put("name", "cpu").putObject(field);
  }

  private static void carry(ObjectNode object, String annotation, @Nullable JsonNode value) {
    if (value != null) {
      String json = new String(Encoder.encode(value), StandardCharsets.UTF_8);
      object.withObject("metadata").withObject("annotations").put(annotation, json);
    }
  }

  /** Takes an annotation off; null when there is none or it cannot be read. */
  private static @Nullable JsonNode taken(ObjectNode object, String annotation) {
    ObjectNode metadata = object.withObject("metadata");
    if (!(metadata.get("annotations") instanceof ObjectNode annotations)) {
      return null;
    }
    JsonNode text = annotations.remove(annotation);
    if (annotations.isEmpty()) {
      metadata.remove("annotations");
    }
    if (text == null) {
      return null;
    }
    try {
      return Trees.parse(text.asText().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return null;
    }
  }
}
