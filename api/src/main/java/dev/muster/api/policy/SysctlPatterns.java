package dev.muster.api.policy;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import java.util.List;
import java.util.regex.Pattern;

/** Names of kernel parameters, the last of which may be open: {@code net.*}. */
final class SysctlPatterns {
  /** Allowed and forbidden ones are compared each with each. */
  private static final int MOST_PAIRS = 1_000_000;

  private static final int MAX_LENGTH = 253;
  private static final Pattern PATTERN =
      Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]");

  private SysctlPatterns() {}

  /** Checks what is allowed, what is forbidden, and that the two do not overlap. */
  static void validate(At allowed, At forbidden, Errors errors) {
    list(allowed, errors);
    list(forbidden, errors);
    if ((long) allowed.size() * forbidden.size() > MOST_PAIRS) {
      errors.tooMany(forbidden.path(), forbidden.size(), MOST_PAIRS / allowed.size());
      return;
    }
    List<At> others = forbidden.each();
    for (At one : allowed.each()) {
      others.forEach(other -> overlap(one, other, errors));
    }
  }

  private static void list(At patterns, Errors errors) {
    boolean all = false;
    for (At pattern : patterns.each()) {
      String text = pattern.text();
      if (text.isEmpty()) {
        errors.invalid(pattern, "empty sysctl not allowed");
      } else if (text.length() > MAX_LENGTH || !PATTERN.matcher(text).matches()) {
        errors.invalid(
            pattern, "must have at most " + MAX_LENGTH + " characters and match regex " + PATTERN);
      } else if (text.startsWith("*")) {
        all = true;
      }
    }
    if (all && patterns.size() > 1) {
      errors.forbidden(
          patterns.path().child("items"), "if '*' is present, must not specify other sysctls");
    }
  }

  private static void overlap(At allowed, At forbidden, Errors errors) {
    String a = allowed.text();
    String f = forbidden.text();
    boolean openA = a.endsWith("*");
    boolean openF = f.endsWith("*");
    String prefixA = openA ? a.substring(0, a.length() - 1) : a;
    String prefixF = openF ? f.substring(0, f.length() - 1) : f;
    if (openF ? prefixA.startsWith(prefixF) : !openA && a.equals(f)) {
      errors.invalid(allowed, "sysctl overlaps with " + f);
    } else if (openA && prefixF.startsWith(prefixA)) {
      errors.invalid(forbidden, "sysctl overlaps with " + a);
    }
  }
}
