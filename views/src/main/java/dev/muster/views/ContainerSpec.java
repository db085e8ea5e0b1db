package dev.muster.views;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A container of a pod's spec.
 *
 * @param spec what is asked for; an ephemeral container has the same fields, and one of its own
 */
public record ContainerSpec(CoreV1.Container spec, Kind kind) {
  /** Which of the spec's lists it is in. */
  public enum Kind {
    /** Runs before the others. */
    INIT,
    /** One of the pod's own. */
    APP,
    /** Added to look into a running pod. */
    EPHEMERAL
  }

  /** All of one kind. */
  static List<ContainerSpec> each(CoreV1.PodSpec pod, Kind kind) {
    ViewList<? extends View> list =
        switch (kind) {
          case INIT -> pod.initContainers();
          case APP -> pod.containers();
          case EPHEMERAL -> pod.ephemeralContainers();
        };
    List<ContainerSpec> all = new ArrayList<>(list.size());
    list.forEach(each -> all.add(new ContainerSpec(new CoreV1.Container(each.at()), kind)));
    return all;
  }

  /** It as a tree. */
  public JsonNode tree() {
    return spec.tree();
  }

  /** Its name. */
  public String name() {
    return spec.name().text();
  }

  /** The image that it runs. */
  public String image() {
    return spec.image().text();
  }

  /** An init container that goes on running beside those after it. */
  public boolean isSidecar() {
    return kind == Kind.INIT && spec.restartPolicy().text().equals("Always");
  }

  /** Its own security context; absent if it has none. */
  public CoreV1.SecurityContext securityContext() {
    return spec.securityContext();
  }

  /** The container whose processes an ephemeral one shares; empty for none. */
  public String targetContainer() {
    return new CoreV1.EphemeralContainer(spec.at()).targetContainerName().text();
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

  /** The statuses among which its own stands. */
  public List<CoreV1.ContainerStatus> statusesIn(CoreV1.PodStatus status) {
    return switch (kind) {
      case INIT -> status.initContainerStatuses();
      case APP -> status.containerStatuses();
      case EPHEMERAL -> status.ephemeralContainerStatuses();
    };
  }
}
