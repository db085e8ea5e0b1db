package dev.muster.admission;

/**
 * Takes what plugins note about a request for those who look at it later. Of two values for one key
 * the first is kept.
 */
@FunctionalInterface
public interface AuditTrail {
  /** Where nobody looks later. */
  AuditTrail NONE = (request, key, value) -> {};

  void annotate(AdmissionRequest request, String key, String value);
}
