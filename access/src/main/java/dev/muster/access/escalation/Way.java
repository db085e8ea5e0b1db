package dev.muster.access.escalation;

import java.util.List;

/** A kind of steps. */
interface Way {
  /** Offers the facts that a new one leads to, by itself or with those that were there before. */
  void from(Fact fact, List<Hold> fresh);
}
