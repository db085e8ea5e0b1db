package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSecurityContext;
import java.util.List;

/**
 * Whether groups of the image count. Not in Kubernetes' policies, which never knew {@code
 * supplementalGroupsPolicy}: without this rule a pod's own image undoes what the policy says about
 * groups.
 *
 * @param required whether a pod that does not say gets the first value
 * @param values what a pod may say
 */
record GroupsPolicyStrategy(boolean required, List<String> values) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (required && pod.context().supplementalGroupsPolicy().absent()) {
      pod.fill(
          PodSecurityContext::supplementalGroupsPolicy,
          to -> to.supplementalGroupsPolicy(values.get(0)));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At policy = pod.context().supplementalGroupsPolicy();
    if (policy.absent()) {
      // a pod that does not say gets Merge
      if (required || !values.contains("Merge")) {
        errors.required(policy.path(), "must be one of " + values);
      }
    } else if (!values.contains(policy.text())) {
      errors.unsupported(policy, values);
    }
  }
}
