package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** The identities that a node reports its containers to have. */
final class ContainerUsers {
  private static final List<String> LISTS =
      List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses");

  private ContainerUsers() {}

  static void validate(At status, At os, Errors errors) {
    boolean windows = os.text("name").equals("windows");
    for (String list : LISTS) {
      for (At container : status.get(list).each()) {
        At linux = container.get("user", "linux");
        if (linux.absent()) {
          continue;
        }
        if (windows) {
          errors.forbidden(linux.path(), "cannot be set for a windows pod");
          continue;
        }
        id(linux.get("uid"), errors);
        id(linux.get("gid"), errors);
        linux.get("supplementalGroups").each().forEach(g -> id(g, errors));
      }
    }
  }

  private static void id(At id, Errors errors) {
    if (id.number() < 0 || id.number() > Integer.MAX_VALUE) {
      errors.invalid(id, "must be between 0 and " + Integer.MAX_VALUE + ", inclusive");
    }
  }
}
