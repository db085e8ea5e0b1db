package dev.muster.admission.psp;

/** What comes of a pod that a policy would refuse. */
public enum Mode {
  /** It is refused, unless another policy admits it. */
  ENFORCE,
  /** Its creator is warned. */
  WARN,
  /** The audit log says so. */
  AUDIT;

  /** Whatever is not understood is enforced; writing such a policy is refused anyway. */
  static Mode of(String text) {
    return switch (text) {
      case "warn" -> WARN;
      case "audit" -> AUDIT;
      default -> ENFORCE;
    };
  }
}
