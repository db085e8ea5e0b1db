package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EmptyDirVolumeSource;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories that begin empty and live as long as their pod. Set up once, then the pod's own. */
final class EmptyDirs {
  private EmptyDirs() {}

  static void setUp(
      Pod pod, EmptyDirVolumeSource source, Path directory, Path ready, JsonNode allocatable)
      throws SyscallException, VolumeException {
    String medium = source.medium().text();
    switch (medium) {
      case "" -> {
        if (!Files.exists(ready)) {
          try (Fd made = VolumeDirectories.onDisk(directory)) {
            giveToGroup(made, Ownership.fsGroup(pod));
          }
        }
      }
      case "Memory" -> {
        if (!VolumeDirectories.isInMemory(directory)) {
          // the note outlives a reboot, a tmpfs does not
          forget(ready);
        }
        long size = size(pod, source.sizeLimit().node(), allocatable.path("memory"));
        try (Fd made = VolumeDirectories.inMemory(directory, size)) {
          if (!Files.exists(ready)) {
            giveToGroup(made, Ownership.fsGroup(pod));
          }
        }
      }
      default -> throw new VolumeException("unknown storage medium " + GoText.quote(medium));
    }
    note(ready);
  }

  private static void forget(Path ready) throws VolumeException {
    try {
      Files.deleteIfExists(ready);
    } catch (IOException e) {
      throw new VolumeException("cannot remove " + ready + ": " + e.getMessage(), e);
    }
  }

  private static void giveToGroup(Fd directory, int group) throws SyscallException {
    if (group != Ownership.NONE) {
      Stat stat = directory.stat();
      directory.chown(-1, group);
      directory.chmod(stat.permissions() | 02770);
    }
  }

  private static void note(Path ready) throws SyscallException {
    Path parent = ready.getParent();
    if (parent != null && !Files.exists(ready)) {
      VolumeDirectories.make(parent).close();
      Fd.open(ready, OpenFlags.WRITE | OpenFlags.CREATE, 0640).close();
    }
  }

  /** The smallest of what the node has, what the pod may use and what the volume asks for. */
  static long size(Pod pod, JsonNode sizeLimit, JsonNode allocatable) {
    BigDecimal size = smaller(BigDecimal.ZERO, amount(allocatable));
    size = smaller(size, memoryLimit(pod));
    return smaller(size, amount(sizeLimit)).setScale(0, RoundingMode.CEILING).longValue();
  }

  private static BigDecimal smaller(BigDecimal size, BigDecimal limit) {
    return limit.signum() > 0 && (size.signum() == 0 || limit.compareTo(size) < 0) ? limit : size;
  }

  /** What the pod's cgroup will allow: known only if every container has a limit. */
  private static BigDecimal memoryLimit(Pod pod) {
    PodSpec spec = pod.spec();
    BigDecimal ofPod = memory(spec.resources());
    if (ofPod.signum() > 0) {
      return ofPod;
    }
    BigDecimal together = BigDecimal.ZERO;
    for (Container container : spec.containers()) {
      BigDecimal limit = memory(container.resources());
      if (limit.signum() == 0) {
        return BigDecimal.ZERO;
      }
      together = together.add(limit);
    }
    for (Container container : spec.initContainers()) {
      BigDecimal limit = memory(container.resources());
      if (limit.signum() == 0) {
        return BigDecimal.ZERO;
      }
      together =
          container.restartPolicy().text().equals("Always")
              ? together.add(limit)
              : together.max(limit);
    }
    return together;
  }

  private static BigDecimal memory(ResourceRequirements resources) {
    return amount(resources.limits().get("memory").node());
  }

  private static BigDecimal amount(JsonNode quantity) {
    return quantity.isValueNode() ? Quantity.parse(quantity.asText()).value() : BigDecimal.ZERO;
  }
}
