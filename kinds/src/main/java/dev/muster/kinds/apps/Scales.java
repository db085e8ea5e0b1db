package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.ScalePaths;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AutoscalingV1.MutableScale;
import dev.muster.views.AutoscalingV1.MutableScaleSpec;
import dev.muster.views.AutoscalingV1.MutableScaleStatus;
import dev.muster.views.AutoscalingV1.Scale;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.LabelSelectorRequirement;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The scale of a workload: how many replicas are wanted, and how many there are. */
public final class Scales {
  private static final List<String> SHARED_METADATA =
      List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp");

  private static final ScalePaths BUILT_IN =
      new ScalePaths(List.of("spec", "replicas"), List.of("status", "replicas"), List.of());

  private Scales() {}

  /** The {@code autoscaling/v1} Scale of a stored object, canonical. */
  public static ObjectNode of(Kind kind, ObjectNode object) {
    MutableScale scale = MutableScale.create();
    scale.kind("Scale").apiVersion("autoscaling/v1");
    MutableObjectMeta metadata = scale.metadata().replace();
    for (String field : SHARED_METADATA) {
      JsonNode value = ObjectMeta.ofObject(object).tree().get(field);
      if (value != null) {
        metadata.tree().set(field, value);
      }
    }
    ScalePaths paths = paths(kind);
    long wanted = find(object, paths.wanted()).asLong();
    MutableScaleSpec spec = scale.spec().replace();
    if (wanted != 0) {
      spec.replicas(wanted);
    }
    MutableScaleStatus status = scale.status().replace();
    status.replicas(find(object, paths.actual()).asLong());
    String selector =
        kind.strategy().scalePaths().isPresent()
            ? paths.selector().isEmpty() ? "" : find(object, paths.selector()).asText()
            : selector(kind, Deployment.of(object).spec().selector());
    if (!selector.isEmpty()) {
      status.selector(selector);
    }
    return scale.tree();
  }

  /** Where the kind keeps its replicas. */
  public static ScalePaths paths(Kind kind) {
    return kind.strategy().scalePaths().orElse(BUILT_IN);
  }

  private static JsonNode find(JsonNode object, List<String> path) {
    JsonNode node = object;
    for (String name : path) {
      node = node.path(name);
    }
    return node;
  }

  /** Finds what is wrong with a scale that was sent. */
  public static void validate(ObjectNode scale, Errors errors) {
    ObjectMetas.validate(true, Names::subdomain, scale, errors);
    Numbers.validateNotNegative(Scale.of(scale).spec().replicas(), errors);
  }

  /** Writes the wanted number into the object, and the version the scale insists on, if any. */
  public static void apply(Kind kind, ObjectNode scale, ObjectNode object) {
    ObjectNode parent = object;
    List<String> path = paths(kind).wanted();
    for (String name : path.subList(0, path.size() - 1)) {
      parent = parent.get(name) instanceof ObjectNode known ? known : parent.putObject(name);
    }
    parent.put(path.getLast(), Scale.of(scale).spec().replicas().number());
    String version = Scale.of(scale).metadata().resourceVersion().text();
    if (!version.isEmpty()) {
      MutableObjectMeta.ofObject(object).resourceVersion(version);
    }
  }

  /**
   * The selector as text. All of Kubernetes' own have it where a Deployment has; replication
   * controllers have a plain map of labels there.
   */
  private static String selector(Kind kind, LabelSelector selector) {
    boolean plain = kind.kind().equals("ReplicationController");
    Map<String, String> terms = new TreeMap<>();
    At labels = plain ? selector.at() : selector.matchLabels();
    labels
        .entries()
        .forEach(e -> terms.put(e.getKey() + " 0", e.getKey() + "=" + e.getValue().text()));
    int i = 1;
    if (!plain) {
      for (LabelSelectorRequirement expression : selector.matchExpressions()) {
        terms.put(expression.key().text() + " " + i++, term(expression));
      }
    }
    return String.join(",", terms.values());
  }

  private static String term(LabelSelectorRequirement expression) {
    String key = expression.key().text();
    String values =
        " (" + String.join(",", expression.values().texts().stream().sorted().toList()) + ")";
    return switch (expression.operator().text()) {
      case "In" -> key + " in" + values;
      case "NotIn" -> key + " notin" + values;
      case "DoesNotExist" -> "!" + key;
      default -> key;
    };
  }
}
