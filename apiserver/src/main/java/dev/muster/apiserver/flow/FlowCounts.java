package dev.muster.apiserver.flow;

/** Hears of requests that were not served. Thread-safe. */
@FunctionalInterface
public interface FlowCounts {
  FlowCounts NONE = (level, reason) -> {};

  void refused(String level, String reason);
}
