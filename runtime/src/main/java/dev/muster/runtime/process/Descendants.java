package dev.muster.runtime.process;

import java.util.ArrayList;
import java.util.List;

/** A process and those it started. */
final class Descendants {
  private Descendants() {}

  /** Kills them, the innermost first known last killed: none can start another meanwhile. */
  static void kill(int pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            top -> {
              List<ProcessHandle> all = new ArrayList<>(List.of(top));
              all.addAll(top.descendants().toList());
              all.forEach(ProcessHandle::destroyForcibly);
            });
  }
}
