package dev.muster.authz.rbac;

import java.util.List;

/** The verbs of a rule as a set of bits, for those that nearly every rule is made of. */
final class Verbs {
  static final int ALL = -1;

  private Verbs() {}

  /** One bit for a well-known verb, 0 for any other. */
  static int bit(String verb) {
    return switch (verb) {
      case "get" -> 1;
      case "list" -> 1 << 1;
      case "watch" -> 1 << 2;
      case "create" -> 1 << 3;
      case "update" -> 1 << 4;
      case "patch" -> 1 << 5;
      case "delete" -> 1 << 6;
      case "deletecollection" -> 1 << 7;
      default -> 0;
    };
  }

  /** The bits of all verbs; every bit for {@code *}. */
  static int bits(List<String> verbs) {
    return verbs.contains("*")
        ? ALL
        : verbs.stream().mapToInt(Verbs::bit).reduce(0, (a, b) -> a | b);
  }
}
