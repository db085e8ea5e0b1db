package dev.muster.runtime.pods;

import dev.muster.cri.v1.Signal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Signals by the names that images and requests use. */
final class StopSignal {
  static final int KILL = 9;
  private static final int TERM = 15;
  private static final int FIRST_REAL_TIME = 34;
  private static final int LAST_REAL_TIME = 64;

  /** By number, the first being 1. */
  private static final List<String> NAMES =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private StopSignal() {}

  /** The request's signal, or the image's, or SIGTERM. */
  static int of(Signal asked, String image) {
    String name =
        asked == Signal.RUNTIME_DEFAULT || asked == Signal.UNRECOGNIZED ? image : asked.name();
    return number(name).orElse(TERM);
  }

  /** Empty where the name means no signal. */
  static Optional<Integer> number(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    name = name.startsWith("SIG") ? name.substring(3) : name;
    name = name.replace("PLUS", "+").replace("MINUS", "-");
    if (name.startsWith("RTMIN")) {
      return offset(FIRST_REAL_TIME, name.substring("RTMIN".length()));
    }
    if (name.startsWith("RTMAX")) {
      return offset(LAST_REAL_TIME, name.substring("RTMAX".length()));
    }
    String plain =
        switch (name) {
          case "CLD" -> "CHLD";
          case "IOT" -> "ABRT";
          case "POLL" -> "IO";
          default -> name;
        };
    int index = NAMES.indexOf(plain);
    return index >= 0 ? Optional.of(index + 1) : offset(0, plain);
  }

  private static Optional<Integer> offset(int from, String text) {
    try {
      int number = from + (text.isEmpty() && from > 0 ? 0 : Integer.parseInt(text));
      return number > 0 && number <= LAST_REAL_TIME ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
