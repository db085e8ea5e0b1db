package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What every policy would say about a new pod.
 *
 * @param opinions in the order in which policies are asked
 * @param chosen the name of the policy that would admit the pod, if one would
 */
public record PolicyReview(List<Opinion> opinions, Optional<String> chosen) {

  /** What one policy says, and whether it may be used for the pod. */
  public record Opinion(Trial trial, boolean usable) {}

  public PolicyReview {
    opinions = List.copyOf(opinions);
  }

  public static PolicyReview of(
      List<Policy> policies, Predicate<Policy> usable, NamespaceRanges namespace, ObjectNode pod) {
    List<Opinion> opinions = new ArrayList<>();
    for (Policy policy : policies.stream().sorted(Policy.ORDER).toList()) {
      opinions.add(new Opinion(policy.tryOn(pod, namespace), usable.test(policy)));
    }
    List<Policy> enforcing = policies.stream().filter(p -> p.mode() == Mode.ENFORCE).toList();
    PolicyVerdict verdict = new PolicyChoice(enforcing, usable, () -> namespace).changing(pod);
    return new PolicyReview(
        opinions,
        verdict instanceof PolicyVerdict.Admitted admitted
            ? Optional.of(admitted.by().policy().name())
            : Optional.empty());
  }
}
