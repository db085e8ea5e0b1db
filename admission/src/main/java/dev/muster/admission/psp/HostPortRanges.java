package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;
import java.util.stream.Collectors;

/** The ports of the host that containers may listen on. */
record HostPortRanges(List<IdRange> ranges) implements ContainerRule {

  @Override
  public void check(ContainerDraft container, Errors errors) {
    for (At port : container.at().get("ports").each()) {
      long number = port.get("hostPort").number();
      if (number > 0 && ranges.stream().noneMatch(r -> r.holds(number))) {
        errors.invalid(
            container.at().path().child("hostPort"),
            Long.toString(number),
            "Host port " + number + " is not allowed to be used. Allowed ports: [" + shown() + "]");
      }
    }
  }

  private String shown() {
    return ranges.stream()
        .map(r -> r.min() == r.max() ? "" + r.min() : r.min() + "-" + r.max())
        .collect(Collectors.joining(","));
  }
}
