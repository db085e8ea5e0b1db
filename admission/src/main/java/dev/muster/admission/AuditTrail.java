package dev.muster.admission;

/** Takes what plugins note about a request for those who look at it later. */
@FunctionalInterface
public interface AuditTrail {
  void annotate(AdmissionRequest request, String key, String value);
}
