package dev.muster.node.containers;

import dev.muster.cri.UserOrigin;
import dev.muster.cri.v1.Image;
import dev.muster.model.field.At;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whom an image runs as: a uid, or a name that only the runtime can look up.
 *
 * @param whole its USER with the group, from runtimes that give both to a process
 */
record RunsAs(OptionalLong uid, String name, Optional<String> whole) {
  static RunsAs of(Image image) {
    Optional<String> whole =
        Optional.ofNullable(image.getSpec().getAnnotationsMap().get(UserOrigin.IMAGE_USER));
    if (image.hasUid()) {
      return new RunsAs(OptionalLong.of(image.getUid().getValue()), "", whole);
    }
    return image.getUsername().isEmpty()
        ? new RunsAs(OptionalLong.of(0), "", whole)
        : new RunsAs(OptionalLong.empty(), image.getUsername(), whole);
  }

  /** Which container a refusal is about. */
  static String where(Pod pod, ContainerSpec container) {
    return " (pod: \""
        + pod.name()
        + "_"
        + pod.namespace()
        + "("
        + pod.uid()
        + ")\", container: "
        + container.name()
        + ")";
  }

  /** Refuses a container that must not be root but is, or may be. */
  void verify(Pod pod, ContainerSpec container) throws ContainerProblem {
    Effective effective = Effective.of(pod, container);
    if (!effective.runAsNonRoot()) {
      return;
    }
    String where = where(pod, container);
    At asked = effective.runAsUser();
    if (asked.present()) {
      if (asked.number() == 0) {
        throw ContainerProblem.config("container's runAsUser breaks non-root policy" + where);
      }
      return;
    }
    if (uid.isPresent() && uid.getAsLong() == 0) {
      throw ContainerProblem.config(
          "container has runAsNonRoot and image will run as root" + where);
    }
    if (uid.isEmpty()) {
      throw ContainerProblem.config(
          "container has runAsNonRoot and image has non-numeric user ("
              + name
              + "), cannot verify user is non-root"
              + where);
    }
  }
}
