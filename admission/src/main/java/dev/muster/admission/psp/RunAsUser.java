package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.SecurityContext;
import java.util.List;

/** The strategies for user ids. */
sealed interface RunAsUser extends ContainerRule {

  private static At user(ContainerDraft container) {
    return container.effective(SecurityContext::runAsUser, PodSecurityContext::runAsUser);
  }

  private static At nonRoot(ContainerDraft container) {
    return container.effective(SecurityContext::runAsNonRoot, PodSecurityContext::runAsNonRoot);
  }

  record RunAsAny() implements RunAsUser {
    @Override
    public void check(ContainerDraft container, Errors errors) {}
  }

  /** One of the ranges; the first one's smallest id for containers that do not say. */
  record MustRunAs(List<IdRange> ranges) implements RunAsUser {
    @Override
    public void fill(ContainerDraft container) {
      if (user(container).absent()) {
        container.fill(SecurityContext::runAsUser, to -> to.runAsUser(ranges.get(0).min()));
      }
    }

    @Override
    public void check(ContainerDraft container, Errors errors) {
      At user = user(container);
      if (user.absent()) {
        errors.required(user.path(), "");
      } else if (ranges.stream().noneMatch(r -> r.holds(user.number()))) {
        errors.invalid(user, "must be in the ranges: " + IdRange.shown(ranges));
      }
    }
  }

  /** Not root: told by the id, or left to the node by {@code runAsNonRoot}. */
  record MustRunAsNonRoot() implements RunAsUser {
    @Override
    public void fill(ContainerDraft container) {
      if (nonRoot(container).absent() && user(container).absent()) {
        container.fill(SecurityContext::runAsNonRoot, to -> to.runAsNonRoot(true));
      }
    }

    @Override
    public void check(ContainerDraft container, Errors errors) {
      At nonRoot = nonRoot(container);
      At user = user(container);
      if (nonRoot.absent() && user.absent()) {
        errors.required(nonRoot.path(), "must be true");
      } else if (nonRoot.present() && !nonRoot.truth()) {
        errors.invalid(nonRoot, "must be true");
      } else if (user.present() && user.number() == 0) {
        errors.invalid(user, "running with the root UID is forbidden");
      }
    }
  }
}
