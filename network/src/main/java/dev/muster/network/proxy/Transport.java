package dev.muster.network.proxy;

import java.util.Locale;
import java.util.Optional;

/** What has ports. */
public enum Transport {
  TCP,
  UDP,
  SCTP;

  /** By the name that objects use; none is TCP. */
  static Optional<Transport> named(String name) {
    return switch (name) {
      case "TCP", "" -> Optional.of(TCP);
      case "UDP" -> Optional.of(UDP);
      case "SCTP" -> Optional.of(SCTP);
      default -> Optional.empty();
    };
  }

  /** As rules and names of ports have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
