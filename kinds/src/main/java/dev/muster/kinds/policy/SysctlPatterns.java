package dev.muster.kinds.policy;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Names of kernel parameters, the last of which may be open: {@code net.*}. */
final class SysctlPatterns {
  /** So many that overlap are told of. */
  private static final int MOST_PAIRS = 10_000;

  private static final int MAX_LENGTH = 253;
  private static final Pattern PATTERN =
      Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]");

  private SysctlPatterns() {}

  /** Checks what is allowed, what is forbidden, and that the two do not overlap. */
  static void validate(At allowed, At forbidden, Errors errors) {
    list(allowed, errors);
    list(forbidden, errors);
    List<At> others = forbidden.each();
    Overlaps overlaps = new Overlaps(forbidden.texts());
    int told = 0;
    for (At one : allowed.each()) {
      for (int other : overlaps.with(one.text())) {
        overlap(one, others.get(other), errors);
        told++;
      }
      if (told > MOST_PAIRS) {
        return;
      }
    }
  }

  /** Finds those of many patterns that overlap with one, without looking at the others. */
  private static final class Overlaps {
    private final NavigableMap<String, List<Integer>> open = new TreeMap<>();
    private final NavigableMap<String, List<Integer>> all = new TreeMap<>();
    private final Set<Integer> lengths = new TreeSet<>();

    Overlaps(List<String> patterns) {
      for (int i = 0; i < patterns.size(); i++) {
        String text = patterns.get(i);
        if (text.length() <= MAX_LENGTH) {
          all.computeIfAbsent(prefix(text), prefix -> new ArrayList<>()).add(i);
          if (text.endsWith("*")) {
            open.computeIfAbsent(prefix(text), prefix -> new ArrayList<>()).add(i);
            lengths.add(prefix(text).length());
          }
        }
      }
    }

    /** Their places, in order. */
    SortedSet<Integer> with(String text) {
      SortedSet<Integer> found = new TreeSet<>();
      String prefix = prefix(text);
      if (text.length() > MAX_LENGTH) {
        return found;
      }
      for (int length : lengths) {
        if (length <= prefix.length()) {
          add(found, open.getOrDefault(prefix.substring(0, length), List.of()));
        }
      }
      if (text.endsWith("*")) {
        for (Map.Entry<String, List<Integer>> each : all.tailMap(prefix).entrySet()) {
          if (!each.getKey().startsWith(prefix) || found.size() > MOST_PAIRS) {
            break;
          }
          add(found, each.getValue());
        }
      } else {
        add(found, all.getOrDefault(text, List.of()));
      }
      return found;
    }

    private static void add(SortedSet<Integer> found, List<Integer> more) {
      found.addAll(more.subList(0, Math.min(more.size(), MOST_PAIRS)));
    }

    private static String prefix(String text) {
      return text.endsWith("*") ? text.substring(0, text.length() - 1) : text;
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
