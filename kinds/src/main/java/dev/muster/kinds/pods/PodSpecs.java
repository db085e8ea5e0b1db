package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where kinds hold the spec of a pod: pods themselves, and all that make pods from a template. */
public final class PodSpecs {
  private static final List<String> OF_TEMPLATE = List.of("spec", "template", "spec");
  private static final Map<String, List<String>> PLACES =
      Map.of(
          "v1/Pod", List.of("spec"),
          "v1/PodTemplate", List.of("template", "spec"),
          "v1/ReplicationController", OF_TEMPLATE,
          "apps/v1/DaemonSet", OF_TEMPLATE,
          "apps/v1/Deployment", OF_TEMPLATE,
          "apps/v1/ReplicaSet", OF_TEMPLATE,
          "apps/v1/StatefulSet", OF_TEMPLATE,
          "batch/v1/Job", OF_TEMPLATE,
          "batch/v1/CronJob", List.of("spec", "jobTemplate", "spec", "template", "spec"));

  private PodSpecs() {}

  /** The way to the spec in objects of a kind, or empty for kinds that have none. */
  public static Optional<List<String>> place(String apiVersion, String kind) {
    return Optional.ofNullable(PLACES.get(apiVersion + "/" + kind));
  }

  /** The spec at a place; absent if the object leaves it out. */
  public static At at(List<String> place, JsonNode object) {
    At at = At.root(object);
    for (String field : place) {
      at = at.get(field);
    }
    return at;
  }

  static PodSpec spec(List<String> place, JsonNode object) {
    return new PodSpec(at(place, object));
  }

  static @Nullable PodSpec specIfPresent(List<String> place, @Nullable JsonNode object) {
    return object != null && at(place, object).present() ? spec(place, object) : null;
  }
}
