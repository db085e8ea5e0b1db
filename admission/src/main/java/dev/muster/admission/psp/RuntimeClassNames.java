package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/**
 * The runtime classes that pods may name.
 *
 * @param usual for pods that name none; may be empty
 */
record RuntimeClassNames(List<String> allowed, String usual) implements PodRule {

  @Override
  public void fill(PodDraft pod) {
    if (!usual.isEmpty() && pod.spec().get("runtimeClassName").absent()) {
      pod.setInSpec("runtimeClassName", new TextNode(usual));
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    At name = pod.spec().get("runtimeClassName");
    if (name.present() && !allowed.contains("*") && !allowed.contains(name.text())) {
      errors.invalid(name, "");
    }
  }
}
