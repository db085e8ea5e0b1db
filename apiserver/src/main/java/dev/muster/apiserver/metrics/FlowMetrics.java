package dev.muster.apiserver.metrics;

import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.flow.FlowCounts;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Metric;
import java.util.List;

/** Requests that were not served, and the seats of those that are worked on. */
final class FlowMetrics implements FlowCounts {
  private final Counters refused =
      Counters.counter(
          "apiserver_flowcontrol_rejected_requests_total",
          "Requests answered with 429, by the level of their user and the reason.",
          "priority_level",
          "reason");

  @Override
  public void refused(String level, String reason) {
    refused.of(level, reason).increment();
  }

  List<Metric> all(FlowControl flow) {
    Metric seats =
        page -> {
          String name = "apiserver_flowcontrol_current_executing_seats";
          page.family(name, "gauge", "Heavy requests that are worked on.");
          flow.eachBusy(
              (level, busy) -> page.sample(name, "priority_level=\"" + level + "\"", busy));
        };
    Metric backlog =
        page -> {
          String name = "muster_watch_backlog_bytes";
          page.family(name, "gauge", "Bytes that wait for clients to read their watches.");
          page.sample(name, "", flow.backlogBytes());
        };
    return List.of(backlog, seats, refused);
  }
}
