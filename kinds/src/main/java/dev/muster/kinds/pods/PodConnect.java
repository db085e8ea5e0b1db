package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.security.VisitedContainers;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.OptionalLong;

/** Requests that go on to a pod's node: logs, exec, attach, port-forward. */
public final class PodConnect {
  private PodConnect() {}

  /**
   * The container that is meant.
   *
   * @param wanted the name in the request; empty is enough for a pod with one container
   * @throws dev.muster.model.status.ApiException when there is no such container, or a choice
   */
  public static String container(ObjectNode tree, String wanted) {
    Pod pod = Pod.of(tree);
    String name = pod.metadata().name().text();
    List<String> all = VisitedContainers.of(pod.spec()).stream().map(c -> c.name().text()).toList();
    if (!wanted.isEmpty()) {
      if (!all.contains(wanted)) {
        throw Status.badRequest("container " + wanted + " is not valid for pod " + name)
            .exception();
      }
      return wanted;
    }
    ViewList<Container> regular = pod.spec().containers();
    if (regular.size() == 1) {
      return regular.getFirst().name().text();
    }
    String choice = regular.isEmpty() ? "" : ", choose one of: [" + String.join(" ", all) + "]";
    throw Status.badRequest("a container name must be specified for pod " + name + choice)
        .exception();
  }

  /**
   * The pod's node.
   *
   * @throws dev.muster.model.status.ApiException when no node runs the pod
   */
  public static String node(ObjectNode tree) {
    Pod pod = Pod.of(tree);
    String node = pod.spec().nodeName().text();
    if (node.isEmpty()) {
      throw Status.badRequest(
              "pod " + pod.metadata().name().text() + " does not have a host assigned")
          .exception();
    }
    return node;
  }

  /** What a request for logs asks for, as far as it can be wrong. */
  public record LogOptions(
      OptionalLong tailLines,
      OptionalLong limitBytes,
      OptionalLong sinceSeconds,
      boolean sinceTime,
      boolean stream) {

    /** Finds what is wrong; faults are told of a PodLogOptions with the pod's name. */
    public void validate(Errors errors) {
      if (tailLines.orElse(0) < 0) {
        invalid("tailLines", tailLines.getAsLong(), "must be greater than or equal to 0", errors);
      }
      if (limitBytes.orElse(1) < 1) {
        invalid("limitBytes", limitBytes.getAsLong(), "must be greater than 0", errors);
      }
      if (sinceSeconds.isPresent() && sinceTime) {
        errors.forbidden(
            WholeObject.PATH, "at most one of `sinceTime` or `sinceSeconds` may be specified");
      } else if (sinceSeconds.orElse(1) < 1) {
        invalid("sinceSeconds", sinceSeconds.getAsLong(), "must be greater than 0", errors);
      }
      if (stream) {
        errors.forbidden(Path.of("stream"), "may not be specified");
      }
    }

    private static void invalid(String field, long value, String why, Errors errors) {
      errors.invalid(Path.of(field), Long.toString(value), why);
    }
  }
}
