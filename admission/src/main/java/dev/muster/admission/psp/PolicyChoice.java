package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the policy for a pod: one that changes nothing before one that does, then by name. A
 * policy's explicit priority comes before all that.
 */
public final class PolicyChoice {
  private static final NamespaceRanges UNASKED = new NamespaceRanges("", MissingNode.getInstance());

  private final List<Policy> policies;
  private final Predicate<Policy> usable;
  private final Supplier<NamespaceRanges> namespace;

  /**
   * @param policies that enforce, in any order
   * @param usable who may use which; asked only where it matters
   * @param namespace asked only if a policy takes its ranges from there
   */
  public PolicyChoice(
      List<Policy> policies, Predicate<Policy> usable, Supplier<NamespaceRanges> namespace) {
    this.policies = policies.stream().sorted(Policy.ORDER).toList();
    this.usable = usable;
    this.namespace = namespace;
  }

  /** For a new pod, which a policy may change. */
  public PolicyVerdict changing(ObjectNode pod) {
    List<Trial> failed = new ArrayList<>();
    @Nullable Trial changed = null;
    for (Policy policy : policies) {
      if (changed != null && changed.policy().priority() > policy.priority()) {
        break;
      }
      Trial trial = tryOn(policy, pod);
      if (!trial.admits()) {
        failed.add(trial);
      } else if (trial.changes().isEmpty() && usable.test(policy)) {
        return new PolicyVerdict.Admitted(trial);
      } else if (changed == null && !trial.changes().isEmpty() && usable.test(policy)) {
        changed = trial;
      }
    }
    return changed == null ? refused(failed) : new PolicyVerdict.Admitted(changed);
  }

  /**
   * For a pod that may not be changed any more.
   *
   * @param before the policy that admitted it, which is asked first
   */
  public PolicyVerdict unchanging(ObjectNode pod, String before) {
    List<Trial> failed = new ArrayList<>();
    List<Policy> ordered = new ArrayList<>(policies);
    policies.stream()
        .filter(p -> p.name().equals(before))
        .findFirst()
        .ifPresent(
            first -> {
              ordered.remove(first);
              ordered.add(0, first);
            });
    for (Policy policy : ordered) {
      Trial trial = tryOn(policy, pod);
      if (trial.admitsUnchanged() && usable.test(policy)) {
        return new PolicyVerdict.Admitted(trial);
      }
      failed.add(trial);
    }
    failed.sort((a, b) -> Policy.ORDER.compare(a.policy(), b.policy()));
    return refused(failed);
  }

  private Trial tryOn(Policy policy, ObjectNode pod) {
    return policy.tryOn(pod, policy.asksNamespace() ? namespace.get() : UNASKED);
  }

  /** Who may not use a policy does not hear of it. */
  private PolicyVerdict refused(List<Trial> failed) {
    return new PolicyVerdict.Refused(failed.stream().filter(t -> usable.test(t.policy())).toList());
  }
}
