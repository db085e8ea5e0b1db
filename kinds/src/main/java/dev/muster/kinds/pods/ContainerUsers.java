package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.LinuxContainerUser;
import dev.muster.views.CoreV1.PodOS;
import dev.muster.views.CoreV1.PodStatus;
import java.util.List;

/** The identities that a node reports its containers to have. */
final class ContainerUsers {
  private ContainerUsers() {}

  static void validate(PodStatus status, PodOS os, Errors errors) {
    boolean windows = os.name().text().equals("windows");
    list(status.containerStatuses(), windows, errors);
    list(status.initContainerStatuses(), windows, errors);
    list(status.ephemeralContainerStatuses(), windows, errors);
  }

  private static void list(List<ContainerStatus> list, boolean windows, Errors errors) {
    for (ContainerStatus container : list) {
      LinuxContainerUser linux = container.user().linux();
      if (linux.absent()) {
        continue;
      }
      if (windows) {
        errors.forbidden(linux.at().path(), "cannot be set for a windows pod");
        continue;
      }
      id(linux.uid(), errors);
      id(linux.gid(), errors);
      linux.supplementalGroups().each().forEach(g -> id(g, errors));
    }
  }

  private static void id(At id, Errors errors) {
    if (id.number() < 0 || id.number() > Integer.MAX_VALUE) {
      errors.invalid(id, "must be between 0 and " + Integer.MAX_VALUE + ", inclusive");
    }
  }
}
