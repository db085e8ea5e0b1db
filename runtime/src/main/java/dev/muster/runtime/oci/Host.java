package dev.muster.runtime.oci;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What this machine offers.
 *
 * @param capabilities those that this process may pass on, as a mask
 * @param lowestOomScore below which this process may not set an OOM score
 * @param unifiedCgroups whether cgroup v2 is the one with the controllers
 * @param swapAccounting whether memory and swap can be limited together
 * @param hugePages whether huge pages can be limited
 */
public record Host(
    long capabilities,
    int lowestOomScore,
    boolean unifiedCgroups,
    boolean swapAccounting,
    boolean hugePages,
    boolean appArmor,
    boolean seLinux) {
  private static final int SYS_RESOURCE = 24;
  static final Path CGROUPS = Path.of("/sys/fs/cgroup");

  public static Host read() throws IOException {
    long capabilities = 0;
    List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
    for (String line : status) {
      if (line.startsWith("CapEff:")) {
        capabilities = Long.parseUnsignedLong(line.substring("CapEff:".length()).strip(), 16);
      }
    }
    boolean mayLower = (capabilities >> SYS_RESOURCE & 1) != 0;
    int own = Integer.parseInt(Files.readString(Path.of("/proc/self/oom_score_adj")).strip());
    boolean unified = Files.exists(CGROUPS.resolve("cgroup.controllers"));
    return new Host(
        capabilities,
        mayLower ? -1000 : own,
        unified,
        unified || Files.exists(CGROUPS.resolve("memory/memory.memsw.limit_in_bytes")),
        unified
            ? List.of(Files.readString(CGROUPS.resolve("cgroup.controllers")).strip().split(" "))
                .contains("hugetlb")
            : Files.isDirectory(CGROUPS.resolve("hugetlb")),
        Files.exists(Path.of("/sys/kernel/security/apparmor/profiles")),
        Files.exists(Path.of("/sys/fs/selinux/enforce")));
  }
}
