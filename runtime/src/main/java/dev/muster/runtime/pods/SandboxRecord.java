package dev.muster.runtime.pods;

import java.util.List;

/**
 * What is kept of a sandbox beside its configuration.
 *
 * @param pausePid its pause process; 0 where there is none
 * @param privateCgroup whether the cgroup above its containers is its own, to be removed with it
 */
record SandboxRecord(
    String id,
    long createdAt,
    String handler,
    boolean ready,
    List<String> addresses,
    int pausePid,
    long pauseStarted,
    String cgroup,
    boolean privateCgroup) {
  SandboxRecord {
    addresses = List.copyOf(addresses);
  }

  SandboxRecord stopped() {
    return new SandboxRecord(id, createdAt, handler, false, addresses, 0, 0, cgroup, privateCgroup);
  }
}
