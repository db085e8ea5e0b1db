package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** The strategies for user ids. */
sealed interface RunAsUser extends ContainerRule {

  record RunAsAny() implements RunAsUser {
    @Override
    public void check(ContainerDraft container, Errors errors) {}
  }

  /** One of the ranges; the first one's smallest id for containers that do not say. */
  record MustRunAs(List<IdRange> ranges) implements RunAsUser {
    @Override
    public void fill(ContainerDraft container) {
      if (container.effective("runAsUser").absent()) {
        container.set("runAsUser", new LongNode(ranges.get(0).min()));
      }
    }

    @Override
    public void check(ContainerDraft container, Errors errors) {
      At user = container.effective("runAsUser");
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
      if (container.effective("runAsNonRoot").absent()
          && container.effective("runAsUser").absent()) {
        container.set("runAsNonRoot", BooleanNode.TRUE);
      }
    }

    @Override
    public void check(ContainerDraft container, Errors errors) {
      At nonRoot = container.effective("runAsNonRoot");
      At user = container.effective("runAsUser");
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
