package dev.muster.kinds.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Metrics as annotations of {@code autoscaling/v1} hold them: flat, each kind with names of its own
 * for the metric and for its target or current value.
 */
final class MetricsV1 {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> SOURCES =
      List.of("object", "pods", "resource", "containerResource", "external");

  /** {@code target} or {@code current}. */
  private final String what;

  private MetricsV1(String what) {
    this.what = what;
  }

  /** What is to be reached. */
  static MetricsV1 targets() {
    return new MetricsV1("target");
  }

  /** What was seen. */
  static MetricsV1 currents() {
    return new MetricsV1("current");
  }

  ArrayNode fromStored(Iterable<JsonNode> metrics) {
    ArrayNode out = JSON.arrayNode();
    for (JsonNode metric : metrics) {
      ObjectNode flat = out.addObject();
      flat.put("type", metric.path("type").asText());
      for (String source : SOURCES) {
        if (metric.path(source).isObject()) {
          flat.set(source, flat(source, metric.path(source)));
        }
      }
    }
    return out;
  }

  private ObjectNode flat(String source, JsonNode metric) {
    JsonNode value = metric.path(what);
    ObjectNode out = JSON.objectNode();
    switch (source) {
      case "object" -> {
        ObjectNode target = out.putObject("target");
        JsonNode of = metric.path("describedObject");
        target.put("kind", of.path("kind").asText());
        target.put("name", of.path("name").asText());
        copy(of, "apiVersion", target, "apiVersion");
        out.put("metricName", metric.path("metric").path("name").asText());
        out.put(name("Value"), value.path("value").asText("0"));
        copy(metric.path("metric"), "selector", out, "selector");
        copy(value, "averageValue", out, "averageValue");
      }
      case "pods" -> {
        out.put("metricName", metric.path("metric").path("name").asText());
        out.put(name("AverageValue"), value.path("averageValue").asText("0"));
        copy(metric.path("metric"), "selector", out, "selector");
      }
      case "external" -> {
        out.put("metricName", metric.path("metric").path("name").asText());
        copy(metric.path("metric"), "selector", out, "metricSelector");
        if (seen()) {
          out.put(name("Value"), value.path("value").asText("0"));
        } else {
          copy(value, "value", out, name("Value"));
        }
        copy(value, "averageValue", out, name("AverageValue"));
      }
      default -> {
        out.put("name", metric.path("name").asText());
        copy(value, "averageUtilization", out, name("AverageUtilization"));
        if (seen()) {
          out.put(name("AverageValue"), value.path("averageValue").asText("0"));
        } else {
          copy(value, "averageValue", out, name("AverageValue"));
        }
        if (source.equals("containerResource")) {
          out.put("container", metric.path("container").asText());
        }
      }
    }
    return out;
  }

  ArrayNode toStored(Iterable<JsonNode> metrics) {
    ArrayNode out = JSON.arrayNode();
    for (JsonNode flat : metrics) {
      ObjectNode metric = out.addObject();
      metric.put("type", flat.path("type").asText());
      for (String source : SOURCES) {
        if (flat.path(source).isObject()) {
          metric.set(source, nested(source, flat.path(source)));
        }
      }
    }
    return out;
  }

  private ObjectNode nested(String source, JsonNode flat) {
    ObjectNode out = JSON.objectNode();
    ObjectNode value = JSON.objectNode();
    String average = "averageValue";
    switch (source) {
      case "object" -> {
        out.set("describedObject", flat.path("target").deepCopy());
        identifier(flat, "selector", out);
        value.put("value", flat.path(name("Value")).asText("0"));
        copy(flat, average, value, average);
        type(value, value.has(average) ? "AverageValue" : "Value");
      }
      case "pods" -> {
        identifier(flat, "selector", out);
        value.put(average, flat.path(name("AverageValue")).asText("0"));
        type(value, "AverageValue");
      }
      case "external" -> {
        identifier(flat, "metricSelector", out);
        copy(flat, name("Value"), value, "value");
        if (seen() && !value.has("value")) {
          value.put("value", "0");
        }
        copy(flat, name("AverageValue"), value, average);
        type(value, value.has("value") ? "Value" : "AverageValue");
      }
      default -> {
        out.put("name", flat.path("name").asText());
        copy(flat, name("AverageUtilization"), value, "averageUtilization");
        copy(flat, name("AverageValue"), value, average);
        if (seen() && !value.has(average)) {
          value.put(average, "0");
        }
        type(value, value.has("averageUtilization") ? "Utilization" : "AverageValue");
        if (source.equals("containerResource")) {
          out.put("container", flat.path("container").asText());
        }
      }
    }
    out.set(what, value);
    return out;
  }

  private static void identifier(JsonNode flat, String selector, ObjectNode out) {
    ObjectNode metric = out.putObject("metric");
    metric.put("name", flat.path("metricName").asText());
    copy(flat, selector, metric, "selector");
  }

  /** Only targets have a type. */
  private void type(ObjectNode value, String type) {
    if (!seen()) {
      value.put("type", type);
    }
  }

  private boolean seen() {
    return what.equals("current");
  }

  private String name(String suffix) {
    return what + suffix;
  }

  private static void copy(JsonNode from, String name, ObjectNode to, String as) {
    JsonNode value = from.get(name);
    if (value != null && !value.isNull()) {
      to.set(as, value.deepCopy());
    }
  }
}
