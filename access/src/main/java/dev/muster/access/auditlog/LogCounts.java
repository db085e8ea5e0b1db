package dev.muster.access.auditlog;

import java.util.Optional;

/** What a log held, and what of it could not be read. Used by one thread. */
public final class LogCounts {
  private long events;
  private long broken;
  private long other;
  private String firstBroken = "";
  private String firstOther = "";

  void event() {
    events++;
  }

  void broken(String place, String why) {
    if (broken++ == 0) {
      firstBroken = place + ": " + why;
    }
  }

  void other(String place) {
    if (other++ == 0) {
      firstOther = place;
    }
  }

  /** How many events were read. */
  public long events() {
    return events;
  }

  /** How many lines or entries could not be read. */
  public long broken() {
    return broken;
  }

  /** How many were something else than events. */
  public long other() {
    return other;
  }

  /** A sentence about what could not be read. */
  public Optional<String> brokenSentence() {
    return broken == 0
        ? Optional.empty()
        : Optional.of(broken + " broken, and left out; the first is " + firstBroken);
  }

  /** A sentence about what was something else. */
  public Optional<String> otherSentence() {
    return other == 0
        ? Optional.empty()
        : Optional.of(other + " no audit events; the first is " + firstOther);
  }
}
