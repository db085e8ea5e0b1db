package dev.muster.apiserver.audit;

/** Counts what became of events. Thread-safe. */
public interface AuditCounts {
  void written();

  void lost();
}
