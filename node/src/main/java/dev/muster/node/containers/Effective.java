package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import java.util.OptionalLong;

/** A container's security context, with the pod's where it has none of its own. */
record Effective(JsonNode pod, JsonNode container) {
  static Effective of(Pod pod, ContainerSpec container) {
    return new Effective(pod.spec().path("securityContext"), container.securityContext());
  }

  JsonNode get(String field) {
    return container.has(field) ? container.get(field) : pod.path(field);
  }

  OptionalLong number(String field) {
    JsonNode value = get(field);
    return value.isNumber() ? OptionalLong.of(value.longValue()) : OptionalLong.empty();
  }

  boolean is(String field) {
    return get(field).asBoolean();
  }

  /** A field of the Windows options. */
  JsonNode windows(String field) {
    JsonNode own = container.path("windowsOptions").path(field);
    return own.isMissingNode() ? pod.path("windowsOptions").path(field) : own;
  }
}
