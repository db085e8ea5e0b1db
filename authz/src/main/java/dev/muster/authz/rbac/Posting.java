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
  // Racy cache of ready-made answers: any value read is either right for its role or replaced.
  private @Nullable Answers answers;

  Posting(IndexedBinding binding, int subjectNumber) {
    this.binding = binding;
    this.subjectNumber = subjectNumber;
  }

  AnyBinding binding() {
    return binding.source();
  }

  RbacKey bindingKey() {
    return binding.key();
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

  /** The answer for a user whom this posting concerns, naming the first subject that applies. */
  Decision.Allow allow(User user, CompiledRole role, int rule) {
    return binding.firstApplying(user, this).answer(role, rule);
  }

  private Decision.Allow answer(CompiledRole role, int rule) {
    Answers mine = answers;
    if (mine == null || mine.role != role) {
      mine = new Answers(role);
      answers = mine;
    }
    Decision.Allow ready = mine.byRule[rule];
    if (ready == null) {
      AnyRole source = Objects.requireNonNull(role.source());
      var grant = new RbacGrant(binding(), subject(), source, role.rule(rule));
      ready = new Decision.Allow(grant, "RBAC: allowed by " + grant.describe());
      mine.byRule[rule] = ready;
    }
    return ready;
  }

  private static final class Answers {
    final CompiledRole role;
    final Decision.@Nullable Allow[] byRule;

    Answers(CompiledRole role) {
      this.role = role;
      this.byRule = new Decision.Allow[role.size()];
    }
  }
}
