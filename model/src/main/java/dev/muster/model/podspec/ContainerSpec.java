package dev.muster.model.podspec;

import com.fasterxml.jackson.databind.JsonNode;

/** A container of a pod's spec. */
public record ContainerSpec(JsonNode tree, Kind kind) {
  /** Which of the spec's lists it is in. */
  public enum Kind {
    INIT,
    APP,
    EPHEMERAL
  }

  public String name() {
    return tree.path("name").asText();
  }

  public String image() {
    return tree.path("image").asText();
  }

  /** An init container that goes on running beside those after it. */
  public boolean isSidecar() {
    return kind == Kind.INIT && tree.path("restartPolicy").asText().equals("Always");
  }

  public boolean hasProbe(String field) {
    return tree.path(field).isObject();
  }

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
