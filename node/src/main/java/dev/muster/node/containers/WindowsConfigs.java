package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.quantity.Quantity;
import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.cri.v1.WindowsContainerResources;
import dev.muster.cri.v1.WindowsContainerSecurityContext;
import dev.muster.node.pod.Container;
import dev.muster.node.pod.Pod;
import java.math.BigDecimal;
import java.util.Optional;

/** What a runtime is asked for a Windows container. */
final class WindowsConfigs {
  /** All processors, in hundredths of a percent. */
  private static final long WHOLE = 10_000;

  private WindowsConfigs() {}

  /**
   * Empty for containers of other systems. Where the pod does not say its system, an account or a
   * process on the node itself tell it; a mere user name is for whoever can use it.
   *
   * @param credentials the credential spec of its account
   * @param cpus how many processors the machine has
   */
  static Optional<WindowsContainerConfig> of(
      Pod pod, Container container, Optional<String> credentials, int cpus) {
    Effective effective = Effective.of(pod, container);
    boolean hostProcess = effective.windows("hostProcess").asBoolean();
    boolean windows =
        pod.spec().path("os").path("name").asText().equals("windows")
            || credentials.isPresent()
            || hostProcess;
    if (!windows) {
      return Optional.empty();
    }
    WindowsContainerSecurityContext.Builder context = WindowsContainerSecurityContext.newBuilder();
    credentials.ifPresent(context::setCredentialSpec);
    context.setRunAsUsername(effective.windows("runAsUserName").asText());
    context.setHostProcess(hostProcess);
    return Optional.of(
        WindowsContainerConfig.newBuilder()
            .setSecurityContext(context)
            .setResources(resources(container.tree().path("resources").path("limits"), cpus))
            .build());
  }

  private static WindowsContainerResources resources(JsonNode limits, int cpus) {
    WindowsContainerResources.Builder out = WindowsContainerResources.newBuilder();
    if (limits.has("cpu")) {
      BigDecimal cpu = Quantity.parse(limits.path("cpu").asText()).value();
      long share = cpu.multiply(BigDecimal.valueOf(WHOLE)).longValue() / Math.max(1, cpus);
      out.setCpuMaximum(Math.clamp(share, 1, WHOLE));
    }
    if (limits.has("memory")) {
      out.setMemoryLimitInBytes(Quantity.parse(limits.path("memory").asText()).value().longValue());
    }
    return out.build();
  }
}
