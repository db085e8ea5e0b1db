package dev.muster.node.containers;

import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a container may use, in the kernel's units. */
final class Resources {
  private static final long PERIOD = 100_000;
  private static final long LEAST_QUOTA = 1_000;
  private static final long LEAST_SHARES = 2;
  private static final long MOST_SHARES = 262_144;

  private Resources() {}

  static LinuxContainerResources of(Pod pod, ContainerSpec container, long machineMemory) {
    At requests = container.spec().resources().requests();
    At limits = container.spec().resources().limits();
    LinuxContainerResources.Builder out = LinuxContainerResources.newBuilder();
    BigDecimal limit = amount(limits, "cpu");
    BigDecimal cpu = requests.has("cpu") ? amount(requests, "cpu") : limit;
    out.setCpuShares(shares(cpu));
    if (limit.signum() > 0) {
      long quota = limit.multiply(BigDecimal.valueOf(PERIOD)).longValue();
      out.setCpuPeriod(PERIOD).setCpuQuota(Math.max(LEAST_QUOTA, quota));
    }
    out.setMemoryLimitInBytes(amount(limits, "memory").longValue());
    out.setOomScoreAdj(oomScore(pod, amount(requests, "memory"), machineMemory));
    return out.build();
  }

  private static long shares(BigDecimal cpus) {
    long shares =
        cpus.multiply(BigDecimal.valueOf(1024)).setScale(0, RoundingMode.DOWN).longValue();
    return Math.min(MOST_SHARES, Math.max(LEAST_SHARES, shares));
  }

  /** The more of the machine's memory it asked for, the later it is killed. */
  private static long oomScore(Pod pod, BigDecimal requested, long machineMemory) {
    if (pod.spec().priority().number() >= 2_000_000_000L) {
      return -997;
    }
    return switch (pod.status().qosClass().text()) {
      case "Guaranteed" -> -997;
      case "Burstable" -> {
        long score = 1000 - 1000 * requested.longValue() / Math.max(1, machineMemory);
        yield Math.min(999, Math.max(3, score));
      }
      default -> 1000;
    };
  }

  private static BigDecimal amount(At list, String resource) {
    return list.has(resource) ? Quantity.parse(list.text(resource)).value() : BigDecimal.ZERO;
  }
}
