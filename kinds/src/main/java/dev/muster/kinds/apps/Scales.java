package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The scale of a workload: how many replicas are wanted, and how many there are. */
public final class Scales {
  private static final List<String> SHARED_METADATA =
      List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp");

  private Scales() {}

  /** The {@code autoscaling/v1} Scale of a stored object, canonical. */
  public static ObjectNode of(Kind kind, ObjectNode object) {
    ObjectNode scale = JsonNodeFactory.instance.objectNode();
    scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    ObjectNode metadata = scale.putObject("metadata");
    for (String field : SHARED_METADATA) {
      JsonNode value = object.path("metadata").get(field);
      if (value != null) {
        metadata.set(field, value);
      }
    }
    long wanted = object.path("spec").path("replicas").asLong();
    ObjectNode spec = scale.putObject("spec");
    if (wanted != 0) {
      spec.put("replicas", wanted);
    }
    ObjectNode status = scale.putObject("status");
    status.put("replicas", object.path("status").path("replicas").asLong());
    String selector = selector(kind, At.root(object).get("spec", "selector"));
    if (!selector.isEmpty()) {
      status.put("selector", selector);
    }
    return scale;
  }

  /** Finds what is wrong with a scale that was sent. */
  public static void validate(ObjectNode scale, Errors errors) {
    ObjectMetas.validate(true, Names::subdomain, scale, errors);
    Numbers.validateNotNegative(At.root(scale).get("spec", "replicas"), errors);
  }

  /** Writes the wanted number into the object, and the version the scale insists on, if any. */
  public static void apply(ObjectNode scale, ObjectNode object) {
    object.withObject("spec").put("replicas", scale.path("spec").path("replicas").asLong());
    String version = scale.path("metadata").path("resourceVersion").asText();
    if (!version.isEmpty()) {
      object.withObject("metadata").put("resourceVersion", version);
    }
  }

  /** The selector as text; replication controllers have a plain map of labels. */
  private static String selector(Kind kind, At selector) {
    boolean plain = kind.kind().equals("ReplicationController");
    Map<String, String> terms = new TreeMap<>();
    At labels = plain ? selector : selector.get("matchLabels");
    labels
        .entries()
        .forEach(e -> terms.put(e.getKey() + " 0", e.getKey() + "=" + e.getValue().text()));
    int i = 1;
    if (!plain) {
      for (At expression : selector.get("matchExpressions").each()) {
        terms.put(expression.text("key") + " " + i++, term(expression));
      }
    }
    return String.join(",", terms.values());
  }

  private static String term(At expression) {
    String key = expression.text("key");
    String values =
        " (" + String.join(",", expression.get("values").texts().stream().sorted().toList()) + ")";
    return switch (expression.text("operator")) {
      case "In" -> key + " in" + values;
      case "NotIn" -> key + " notin" + values;
      case "DoesNotExist" -> "!" + key;
      default -> key;
    };
  }
}
