package dev.muster.cri;

import java.util.List;

/** What of {@code /proc} and {@code /sys} a container does not get to see or to change. */
public final class GuardedPaths {
  /** Hidden unless the container asks for {@code procMount: Unmasked} or is privileged. */
  public static final List<String> MASKED =
      List.of(
          "/proc/asound",
          "/proc/acpi",
          "/proc/interrupts",
          "/proc/kcore",
          "/proc/keys",
          "/proc/latency_stats",
          "/proc/timer_list",
          "/proc/timer_stats",
          "/proc/sched_debug",
          "/proc/scsi",
          "/sys/firmware",
          "/sys/devices/virtual/powercap");

  /** Read-only under the same conditions. */
  public static final List<String> READ_ONLY =
      List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

  private GuardedPaths() {}
}
