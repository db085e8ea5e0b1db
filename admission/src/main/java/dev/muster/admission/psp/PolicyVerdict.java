package dev.muster.admission.psp;

import java.util.List;

/** What the usable policies say about a pod. */
public sealed interface PolicyVerdict {

  /** Admitted, by this policy. */
  record Admitted(Trial by) implements PolicyVerdict {}

  /**
   * Admitted by none.
   *
   * @param tried every policy that may be used, in the order in which they were asked
   */
  record Refused(List<Trial> tried) implements PolicyVerdict {
    public Refused {
      tried = List.copyOf(tried);
    }
  }
}
