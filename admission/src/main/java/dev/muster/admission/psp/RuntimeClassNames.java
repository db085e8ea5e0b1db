package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;

/**
 * The runtime classes that pods may name.
 *
 * @param usual for pods that name none; may be empty
 */
record RuntimeClassNames(List<String> allowed, String usual) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (!usual.isEmpty() && pod.spec().runtimeClassName().absent()) {
      pod.fillSpec(PodSpec::runtimeClassName, to -> to.runtimeClassName(usual));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At name = pod.spec().runtimeClassName();
    if (name.present() && !allowed.contains("*") && !allowed.contains(name.text())) {
      errors.invalid(name, "");
    }
  }
}
