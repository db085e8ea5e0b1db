package dev.muster.model.podspec;

import com.fasterxml.jackson.databind.JsonNode;

/** A container of a pod's spec. */
public record ContainerSpec(JsonNode tree, Kind kind) {
  /** Which of the spec's lists it is in. */
  public enum Kind {
    /** Runs before the others. */
    INIT,
    /** One of the pod's own. */
    APP,
    /** Added to look into a running pod. */
    EPHEMERAL
  }

  /** Its name. */
  public String name() {
    return tree.path("name").asText();
  }

  /** The image that it runs. */
  public String image() {
    return tree.path("image").asText();
  }

  /** An init container that goes on running beside those after it. */
  public boolean isSidecar() {
    return kind == Kind.INIT && tree.path("restartPolicy").asText().equals("Always");
  }

  /** Whether it has a probe of that name. */
  public boolean hasProbe(String field) {
    return tree.path(field).isObject();
  }

  /** Its own security context; missing if it has none. */
  public JsonNode securityContext() {
    return tree.path("securityContext");
  }

  /** As events name it: {@code spec.containers{web}}. */
  public String fieldPath() {
    String list =
        switch (kind) {
          case INIT -> "initContainers";
          case APP -> "containers";
          case EPHEMERAL -> "ephemeralContainers";
        };
    return "spec." + list + "{" + name() + "}";
  }

  /** The field of the pod's status that tells of it. */
  public String statusField() {
    return switch (kind) {
      case INIT -> "initContainerStatuses";
      case APP -> "containerStatuses";
      case EPHEMERAL -> "ephemeralContainerStatuses";
    };
  }
}
