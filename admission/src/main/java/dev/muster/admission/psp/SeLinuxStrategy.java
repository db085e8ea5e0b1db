package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.SELinuxOptions;
import java.util.Arrays;
import java.util.List;

/** The one SELinux label that a policy asks for, of pods and of containers. */
record SeLinuxStrategy(SELinuxOptions label) implements PodRule, ContainerRule {

  @Override
  public void fill(PodDraft pod) {
    if (pod.context().seLinuxOptions().absent()) {
      pod.fill(
          c -> c.seLinuxOptions().at(), to -> to.seLinuxOptions().set(label.tree().deepCopy()));
    }
  }

  @Override
  public void fill(ContainerDraft container) {
    if (effective(container).absent()) {
      container.fill(
          c -> c.seLinuxOptions().at(), to -> to.seLinuxOptions().set(label.tree().deepCopy()));
    }
  }

  private static SELinuxOptions effective(ContainerDraft container) {
    return new SELinuxOptions(
        container.effective(c -> c.seLinuxOptions().at(), p -> p.seLinuxOptions().at()));
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    check(pod.context().seLinuxOptions(), errors);
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    check(effective(container), errors);
  }

  private void check(SELinuxOptions given, Errors errors) {
    if (given.absent()) {
      errors.required(given.at().path(), "");
      return;
    }
    if (!sameLevel(label.level().text(), given.level().text())) {
      differs(given.level(), label.level(), errors);
    }
    same(given.role(), label.role(), errors);
    same(given.type(), label.type(), errors);
    same(given.user(), label.user(), errors);
  }

  private static void same(At given, At wanted, Errors errors) {
    if (!wanted.text().equals(given.text())) {
      differs(given, wanted, errors);
    }
  }

  private static void differs(At given, At wanted, Errors errors) {
    errors.invalidText(given.path(), given.text(), "must be " + wanted.text());
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
