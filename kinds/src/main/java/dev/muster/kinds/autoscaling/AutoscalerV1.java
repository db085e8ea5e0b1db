package dev.muster.kinds.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.InternalForm;
import dev.muster.model.scheme.Conversion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between {@code autoscaling/v1}, which knows a target for the CPU only, and the stored v2. What v1
 * has no field for travels in annotations, so that nothing is lost on the way.
 */
public final class AutoscalerV1 implements Conversion {
  private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
  private static final String METRICS = PREFIX + "metrics";

  private static final String CURRENT_METRICS = PREFIX + "current-metrics";
  private static final String BEHAVIOR = PREFIX + "behavior";
  private static final String CONDITIONS = PREFIX + "conditions";
  private static final List<String> CARRIED =
      List.of(METRICS, CURRENT_METRICS, BEHAVIOR, CONDITIONS);

  /** Takes off what only v1 knows. */
  static void dropCarried(ObjectNode annotations) {
    annotations.remove(CARRIED);
  }

  @Override
  public ObjectNode toStored(ObjectNode served) {
    ObjectNode spec = served.withObject("spec");
    ObjectNode status = served.withObject("status");
    ArrayNode metrics = spec.arrayNode();
    if (taken(served, METRICS) instanceof ArrayNode others) {
      metrics.addAll(MetricsV1.targets().toStored(others));
    }
    JsonNode target = spec.remove("targetCPUUtilizationPercentage");
    if (target != null) {
      ObjectNode cpu = cpu(metrics.addObject(), "target");
      cpu.put("type", "Utilization").set("averageUtilization", target);
    }
    if (!metrics.isEmpty()) {
      spec.set("metrics", metrics);
    }
    if (taken(served, BEHAVIOR) instanceof ObjectNode behavior && !behavior.isEmpty()) {
      spec.set("behavior", lowered(behavior));
    }
    status.set("currentMetrics", currentMetrics(served, status));
    if (taken(served, CONDITIONS) instanceof ArrayNode conditions) {
      status.set("conditions", conditions);
    }
    if (status.path("currentReplicas").asLong() == 0) {
      status.remove("currentReplicas");
    }
    return served;
  }

  private static JsonNode currentMetrics(ObjectNode served, ObjectNode status) {
    JsonNode cpu = status.remove("currentCPUUtilizationPercentage");
    if (taken(served, CURRENT_METRICS) instanceof ArrayNode currents) {
      return MetricsV1.currents().toStored(currents);
    }
    if (cpu == null) {
      return JsonNodeFactory.instance.nullNode();
    }
    ArrayNode metrics = status.arrayNode();
    cpu(metrics.addObject(), "current").set("averageUtilization", cpu);
    return metrics;
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    ObjectNode spec = stored.withObject("spec");
    ObjectNode status = stored.withObject("status");
    if (stored.path("metadata").get("annotations") instanceof ObjectNode annotations) {
      dropCarried(annotations);
    }
    List<JsonNode> others = new ArrayList<>();
    JsonNode metrics = spec.remove("metrics");
    if (metrics != null) {
      for (JsonNode metric : metrics) {
        JsonNode percent = metric.path("resource").path("target").get("averageUtilization");
        if (!ofCpu(metric) || percent == null) {
          others.add(metric);
        } else if (!spec.has("targetCPUUtilizationPercentage")) {
          spec.set("targetCPUUtilizationPercentage", percent);
        }
      }
    }
    carry(stored, METRICS, MetricsV1.targets().fromStored(others));
    JsonNode currents = status.remove("currentMetrics");
    if (currents != null && currents.isArray()) {
      for (JsonNode metric : currents) {
        JsonNode percent = metric.path("resource").path("current").get("averageUtilization");
        if (ofCpu(metric) && percent != null) {
          status.set("currentCPUUtilizationPercentage", percent);
        }
      }
      carry(stored, CURRENT_METRICS, MetricsV1.currents().fromStored(currents));
    }
    JsonNode behavior = spec.remove("behavior");
    if (behavior != null) {
      carry(
          stored,
          BEHAVIOR,
          InternalForm.tree("autoscaling.HorizontalPodAutoscalerBehavior", behavior));
    }
    JsonNode conditions = status.remove("conditions");
    if (conditions != null) {
      carry(stored, CONDITIONS, conditions);
    }
    if (!status.has("currentReplicas")) {
      status.put("currentReplicas", 0L);
    }
    return stored;
  }

  private static boolean ofCpu(JsonNode metric) {
    return metric.path("type").asText().equals("Resource")
        && metric.path("resource").path("name").asText().equals("cpu");
  }

  /**
   * What stands by Go's names, which is how it is carried, by those of JSON; null is as if absent.
   */
  private static JsonNode lowered(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode out = object.objectNode();
      object.forEachEntry(
          (name, value) -> {
            if (!value.isNull() && !name.isEmpty()) {
              out.set(Character.toLowerCase(name.charAt(0)) + name.substring(1), lowered(value));
            }
          });
      return out;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode out = array.arrayNode();
      array.forEach(element -> out.add(lowered(element)));
      return out;
    }
    return node;
  }

  private static ObjectNode cpu(ObjectNode metric, String field) {
    return metric.put("type", "Resource").putObject("resource").put("name", "cpu").putObject(field);
  }

  private static void carry(ObjectNode object, String annotation, JsonNode value) {
    if (!value.isEmpty()) {
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
