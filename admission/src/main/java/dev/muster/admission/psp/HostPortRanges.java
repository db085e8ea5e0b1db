package dev.muster.admission.psp;

import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.ContainerPort;
import dev.muster.views.PolicyV1beta1.HostPortRange;
import java.util.List;
import java.util.stream.Collectors;

/** The ports of the host that containers may listen on. */
record HostPortRanges(List<IdRange> ranges) implements ContainerRule {

  static HostPortRanges of(List<HostPortRange> ranges) {
    return new HostPortRanges(
        ranges.stream().map(r -> new IdRange(r.min().number(), r.max().number())).toList());
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    for (ContainerPort port : container.view().ports()) {
      long number = port.hostPort().number();
      if (number > 0 && ranges.stream().noneMatch(r -> r.holds(number))) {
        errors.invalid(
            container.view().at().path().child("hostPort"),
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
