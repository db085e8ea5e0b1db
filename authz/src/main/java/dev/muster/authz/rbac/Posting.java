package dev.muster.authz.rbac;

import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One subject of one binding, and the role it is bound to. */
final class Posting {
  private final IndexedBinding binding;
  private final int subjectNumber;
  private final boolean groupBefore;
  // Racy cache: the role, then its rules' ready-made answers. Replaced when it is another role's.
  private @Nullable Object @Nullable [] answers;

  Posting(IndexedBinding binding, int subjectNumber, boolean groupBefore) {
    this.binding = binding;
    this.subjectNumber = subjectNumber;
    this.groupBefore = groupBefore;
  }

  AnyBinding binding() {
    return binding.source();
  }

  RbacKey bindingKey() {
    return binding.key();
  }

  /** The namespace the binding counts in, empty for the whole cluster. */
  String scope() {
    return binding.scope();
  }

  int slot() {
    return binding.slot();
  }

  Subject subject() {
    return binding().subjects().get(subjectNumber);
  }

  int subjectNumber() {
    return subjectNumber;
  }

  /** Whether a subject before this one is a group, which would be named instead. */
  boolean groupBefore() {
    return groupBefore;
  }

  /** The answer for a user whom this posting concerns, naming the first subject that applies. */
  Decision.Allow allow(User user, CompiledRole role, int rule) {
    return groupBefore ? binding.firstApplying(user, this).answer(role, rule) : answer(role, rule);
  }

  private Decision.Allow answer(CompiledRole role, int rule) {
    @Nullable Object[] mine = answers;
    if (mine == null || mine[0] != role) {
      mine = new Object[1 + role.rules().size()];
      mine[0] = role;
      answers = mine;
    }
    if (mine[1 + rule] instanceof Decision.Allow ready) {
      return ready;
    }
    AnyRole source = Objects.requireNonNull(role.source());
    var grant = new RbacGrant(binding(), subject(), source, role.rules().rule(rule));
    var allow = new Decision.Allow(grant, "RBAC: allowed by " + grant.describe());
    mine[1 + rule] = allow;
    return allow;
  }
}
