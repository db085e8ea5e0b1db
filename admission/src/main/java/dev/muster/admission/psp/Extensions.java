package dev.muster.admission.psp;

/** The annotations by which policies and namespaces say what Kubernetes' kind has no field for. */
final class Extensions {
  private static final String PREFIX = "psp.muster.dev/";

  /** On a policy: {@code enforce}, {@code warn} or {@code audit}. */
  static final String MODE = PREFIX + "mode";

  /** On a policy: a number; higher ones are asked first. */
  static final String PRIORITY = PREFIX + "priority";

  /** On a policy: the strategies whose ranges come from the pod's namespace. */
  static final String NAMESPACE_RANGES = PREFIX + "ranges-from-namespace";

  private Extensions() {}

  /** On a namespace: the ranges for one strategy, as {@code 1000-1999,5000}. */
  static String rangesFor(String strategy) {
    return PREFIX + strategy;
  }
}
