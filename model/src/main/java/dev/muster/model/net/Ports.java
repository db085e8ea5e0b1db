package dev.muster.model.net;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules for port numbers, port names and protocols. */
public final class Ports {
  private static final int MAX = 65_535;
  private static final int MAX_NAME = 15;
  private static final Pattern NAME = Pattern.compile("[-a-z0-9]+");

  /** What a port's protocol may be. */
  public static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

  private Ports() {}

  /** Checks a port that is given by number. */
  public static void validateNumber(At port, Errors errors) {
    if (port.number() < 1 || port.number() > MAX) {
      errors.invalid(
          port.path(), Long.toString(port.number()), "must be between 1 and 65535, inclusive");
    }
  }

  /** Checks a port that is given by number or by name. */
  public static void validateNumberOrName(At port, Errors errors) {
    if (!port.node().isTextual()) {
      validateNumber(port, errors);
      return;
    }
    nameFaults(port.text()).forEach(f -> errors.invalid(port, f));
  }

  /** What is wrong with a port's name; empty if it is a good one. */
  public static List<String> nameFaults(String name) {
    List<String> faults = new ArrayList<>();
    if (name.length() > MAX_NAME) {
      faults.add("must be no more than 15 characters");
    }
    if (!NAME.matcher(name).matches()) {
      faults.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (name.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
      faults.add("must contain at least one letter (a-z)");
    }
    if (name.contains("--")) {
      faults.add("must not contain consecutive hyphens");
    }
    if (name.startsWith("-") || name.endsWith("-")) {
      faults.add("must not begin or end with a hyphen");
    }
    return faults;
  }

  /** Checks that a protocol is given and known. */
  public static void validateProtocol(At protocol, Errors errors) {
    if (protocol.text().isEmpty()) {
      errors.required(protocol.path(), "");
    } else if (!PROTOCOLS.contains(protocol.text())) {
      errors.unsupported(protocol, PROTOCOLS);
    }
  }
}
