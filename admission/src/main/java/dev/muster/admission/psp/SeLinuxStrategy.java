package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.Arrays;
import java.util.List;

/** The one SELinux label that a policy asks for, of pods and of containers. */
record SeLinuxStrategy(JsonNode label) implements PodRule, ContainerRule {
  private static final String FIELD = "seLinuxOptions";

  @Override
  public void fill(PodDraft pod) {
    if (pod.context().get(FIELD).absent()) {
      pod.set(FIELD, label.deepCopy());
    }
  }

  @Override
  public void fill(ContainerDraft container) {
    if (container.effective(FIELD).absent()) {
      container.set(FIELD, label.deepCopy());
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    check(pod.context().get(FIELD), errors);
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    check(container.effective(FIELD), errors);
  }

  private void check(At given, Errors errors) {
    if (given.absent()) {
      errors.required(given.path(), "");
      return;
    }
    String level = label.path("level").asText();
    if (!sameLevel(level, given.text("level"))) {
      differs(given, "level", errors);
    }
    for (String part : List.of("role", "type", "user")) {
      if (!label.path(part).asText().equals(given.text(part))) {
        differs(given, part, errors);
      }
    }
  }

  private void differs(At given, String part, Errors errors) {
    errors.invalidText(
        given.path().child(part), given.text(part), "must be " + label.path(part).asText());
  }

  /** Levels are the same whatever the order of their categories. */
  private static boolean sameLevel(String wanted, String given) {
    if (wanted.equals(given)) {
      return true;
    }
    String[] a = wanted.split(":", 2);
    String[] b = given.split(":", 2);
    return a.length == 2 && b.length == 2 && a[0].equals(b[0]) && sorted(a[1]).equals(sorted(b[1]));
  }

  private static List<String> sorted(String categories) {
    return Arrays.stream(categories.split(",", -1)).sorted().toList();
  }
}
