package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodOS;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The signal that ends a container; which ones exist depends on the operating system. */
final class StopSignals {
  private static final List<String> PLAIN =
      List.of(
          "ABRT", "ALRM", "BUS", "CHLD", "CLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "IOT",
          "KILL", "PIPE", "POLL", "PROF", "PWR", "QUIT", "SEGV", "STKFLT", "STOP", "SYS", "TERM",
          "TRAP", "TSTP", "TTIN", "TTOU", "URG", "USR1", "USR2", "VTALRM", "WINCH", "XCPU", "XFSZ",
          "RTMIN", "RTMAX");
  private static final Set<String> LINUX = linux();
  private static final List<String> WINDOWS = List.of("SIGKILL", "SIGTERM");

  private StopSignals() {}

  static void validate(At signal, PodOS os, Errors errors) {
    if (os.absent()) {
      errors.forbidden(signal.path(), "may not be set for containers with empty `spec.os.name`");
      return;
    }
    if (os.name().text().equals("windows") && !WINDOWS.contains(signal.text())) {
      errors.unsupported(signal, WINDOWS);
    }
    if (os.name().text().equals("linux") && !LINUX.contains(signal.text())) {
      errors.unsupported(signal, LINUX);
    }
  }

  private static Set<String> linux() {
    Set<String> all = new TreeSet<>();
    PLAIN.forEach(s -> all.add("SIG" + s));
    for (int i = 1; i <= 15; i++) {
      all.add("SIGRTMIN+" + i);
    }
    for (int i = 1; i <= 14; i++) {
      all.add("SIGRTMAX-" + i);
    }
    return all;
  }
}
