package dev.muster.model.codec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Complaints about fields that are unknown or there twice: each once, none longer than a few lines,
 * and no more than anybody reads. Not thread-safe: one instance, one body.
 */
public final class Issues {
  private static final int MOST = 100;
  private static final int LONGEST = 1_024;

  private final Set<String> told = new LinkedHashSet<>();

  /** Whether a further complaint would not be kept. */
  public boolean full() {
    return told.size() >= MOST;
  }

  /**
   * Notes a complaint, shortened if it is long; nothing happens when it is full or has it already.
   */
  public void add(String what) {
    if (!full()) {
      told.add(what.length() <= LONGEST ? what : what.substring(0, LONGEST) + "...");
    }
  }

  /** In the order in which they were found. */
  public List<String> list() {
    return List.copyOf(told);
  }
}
