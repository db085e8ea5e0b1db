package dev.muster.node.containers;

import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.cri.v1.WindowsContainerResources;
import dev.muster.cri.v1.WindowsContainerSecurityContext;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** What a runtime is asked for a Windows container. */
final class WindowsConfigs {
  /** All processors, in hundredths of a percent. */
  private static final long WHOLE = 10_000;

  private WindowsConfigs() {}

  /**
   * @param imageUser whom the image runs as; empty if it does not say
   * @param credentials the credential spec of its account
   * @param cpus how many processors the machine has
   */
  static WindowsContainerConfig of(
      Pod pod, ContainerSpec container, String imageUser, Optional<String> credentials, int cpus) {
    Effective effective = Effective.of(pod, container);
    WindowsContainerSecurityContext.Builder context = WindowsContainerSecurityContext.newBuilder();
    credentials.ifPresent(context::setCredentialSpec);
    context.setRunAsUsername(effective.runAsUserName().textOr(imageUser));
    context.setHostProcess(effective.hostProcess());
    return WindowsContainerConfig.newBuilder()
        .setSecurityContext(context)
        .setResources(resources(container.spec().resources().limits(), cpus))
        .build();
  }

  private static WindowsContainerResources resources(At limits, int cpus) {
    WindowsContainerResources.Builder out = WindowsContainerResources.newBuilder();
    long thousandths = roundedUp(limits.get("cpu"), 3);
    if (thousandths > 0) {
      out.setCpuMaximum(Math.clamp(10 * thousandths / Math.max(1, cpus), 1, WHOLE));
    }
    return out.setMemoryLimitInBytes(roundedUp(limits.get("memory"), 0)).build();
  }

  /** An amount in units of ten to the minus {@code digits}, of which a part counts whole. */
  private static long roundedUp(At quantity, int digits) {
    return quantity.absent()
        ? 0
        : Quantity.parse(quantity.text())
            .value()
            .movePointRight(digits)
            .setScale(0, RoundingMode.CEILING)
            .min(BigDecimal.valueOf(Long.MAX_VALUE / 10))
            .longValue();
  }
}
