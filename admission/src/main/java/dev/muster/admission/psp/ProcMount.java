package dev.muster.admission.psp;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** How containers may see /proc. */
record ProcMount(List<String> allowed) implements ContainerRule {
  private static final String DEFAULT = "Default";

  static ProcMount of(At types) {
    return new ProcMount(types.size() == 0 ? List.of(DEFAULT) : types.texts());
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    At mount = container.own().procMount();
    String type = mount.absent() ? DEFAULT : mount.text();
    if (!allowed.contains(type)) {
      errors.invalid(mount.path(), GoText.quote(type), "ProcMountType is not allowed");
    }
  }
}
