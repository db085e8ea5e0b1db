package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.cri.v1.WindowsContainerResources;
import dev.muster.cri.v1.WindowsContainerSecurityContext;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;
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
    context.setRunAsUsername(effective.windows("runAsUserName").asText(imageUser));
    context.setHostProcess(effective.windows("hostProcess").asBoolean());
    return WindowsContainerConfig.newBuilder()
        .setSecurityContext(context)
        .setResources(resources(container.tree().path("resources").path("limits"), cpus))
        .build();
  }

  private static WindowsContainerResources resources(JsonNode limits, int cpus) {
    WindowsContainerResources.Builder out = WindowsContainerResources.newBuilder();
    long thousandths = roundedUp(limits.path("cpu"), 3);
    if (thousandths > 0) {
      out.setCpuMaximum(Math.clamp(10 * thousandths / Math.max(1, cpus), 1, WHOLE));
    }
    return out.setMemoryLimitInBytes(roundedUp(limits.path("memory"), 0)).build();
  }

  /** An amount in units of ten to the minus {@code digits}, of which a part counts whole. */
  private static long roundedUp(JsonNode quantity, int digits) {
    return quantity.isMissingNode()
        ? 0
        : Quantity.parse(quantity.asText())
            .value()
            .movePointRight(digits)
            .setScale(0, RoundingMode.CEILING)
            .min(BigDecimal.valueOf(Long.MAX_VALUE / 10))
            .longValue();
  }
}
