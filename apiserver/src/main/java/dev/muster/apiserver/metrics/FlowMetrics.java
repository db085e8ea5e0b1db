package dev.muster.apiserver.metrics;

import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.flow.config.FlowObserver;
import dev.muster.apiserver.flow.config.PriorityLevel;
import dev.muster.apiserver.flow.config.SchemaObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** Requests in their priority levels, and the seats of those. */
final class FlowMetrics implements FlowObserver {
  private static final String PREFIX = "apiserver_flowcontrol_";
  private static final String LEVEL = "priority_level";
  private static final String SCHEMA = "flow_schema";
  private static final double[] SECONDS = {
    0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30
  };
  private static final double[] LENGTHS = {0, 10, 25, 50, 100, 250, 500, 1000};
  private static final double[] SEATS = {1, 2, 4, 8, 16, 32, 64, 100};

  final Counters rejected =
      counter("rejected_requests_total", "Requests answered with 429.", LEVEL, SCHEMA, "reason");
  final Counters dispatched =
      counter("dispatched_requests_total", "Requests that were given seats.", LEVEL, SCHEMA);
  final Counters queuedRequests =
      gauge("current_inqueue_requests", "Requests that wait in queues.");
  final Counters queuedSeats =
      gauge("current_inqueue_seats", "Seats that requests in queues wait for.");
  final Counters executingRequests =
      gauge("current_executing_requests", "Requests that are worked on.");
  final Counters executingSeats =
      gauge("current_executing_seats", "Seats of requests that are worked on.");
  final Histograms lengths =
      new Histograms(
          PREFIX + "request_queue_length_after_enqueue",
          "How many wait in a queue, as each sees it that comes.",
          LENGTHS,
          LEVEL,
          SCHEMA);
  final Histograms waits =
      new Histograms(
          PREFIX + "request_wait_duration_seconds",
          "How long requests waited in their queues.",
          SECONDS,
          LEVEL,
          SCHEMA,
          "execute");
  final Histograms executions =
      new Histograms(
          PREFIX + "request_execution_seconds",
          "How long requests, or the beginnings of watches, had their seats.",
          SECONDS,
          LEVEL,
          SCHEMA,
          "type");
  final Histograms estimates =
      new Histograms(
          PREFIX + "work_estimated_seats",
          "How many seats requests were estimated to need.",
          SEATS,
          LEVEL,
          SCHEMA);

  private final ConcurrentHashMap<List<String>, SchemaObserver> schemas = new ConcurrentHashMap<>();

  private static Counters counter(String name, String help, String... labels) {
    return Counters.counter(PREFIX + name, help, labels);
  }

  private static Counters gauge(String name, String help) {
    return Counters.gauge(PREFIX + name, help, LEVEL, SCHEMA);
  }

  @Override
  public SchemaObserver of(String level, String schema) {
    return schemas.computeIfAbsent(
        List.of(level, schema), key -> new SchemaMetrics(this, level, schema));
  }

  List<Metric> all(FlowControl flow) {
    List<Metric> all =
        new ArrayList<>(
            List.of(
                rejected,
                dispatched,
                queuedRequests,
                queuedSeats,
                executingRequests,
                executingSeats,
                lengths,
                waits,
                executions,
                estimates));
    all.add(levels(flow, "nominal_limit_seats", "Seats by shares.", PriorityLevel::nominal));
    all.add(levels(flow, "lower_limit_seats", "Seats that are not lent.", PriorityLevel::lower));
    all.add(levels(flow, "upper_limit_seats", "Seats with all borrowed.", PriorityLevel::upper));
    all.add(levels(flow, "current_limit_seats", "Seats there are now.", PriorityLevel::current));
    all.add(
        levels(
            flow,
            "demand_seats_high_watermark",
            "The most seats that were wanted in the last ten seconds.",
            level -> level.demand().last().most()));
    all.add(
        levels(
            flow,
            "demand_seats_average",
            "The seats that were wanted in the last ten seconds.",
            level -> level.demand().last().mean()));
    all.add(
        levels(
            flow,
            "demand_seats_stdev",
            "The standard deviation of the seats that were wanted.",
            level -> level.demand().last().deviation()));
    all.add(
        levels(
            flow,
            "demand_seats_smoothed",
            "The seats that were wanted in the last minutes.",
            level -> level.demand().smoothed()));
    all.add(
        levels(
            flow,
            "target_seats",
            "The seats that a level should have.",
            level -> level.demand().target()));
    all.add(
        page -> {
          String name = PREFIX + "seat_fair_frac";
          page.family(name, "gauge", "What levels get of what they want.");
          page.sample(name, "", flow.levels().fairFraction());
        });
    all.add(page -> heavy(flow, page));
    all.add(
        page -> {
          String name = "muster_watch_backlog_bytes";
          page.family(name, "gauge", "Bytes that wait for clients to read their watches.");
          page.sample(name, "", flow.backlogBytes());
        });
    return all;
  }

  private static void heavy(FlowControl flow, MetricsPage page) {
    String name = "muster_heavy_requests";
    page.family(name, "gauge", "Heavy requests that are worked on, by the class of their user.");
    flow.eachBusy((users, busy) -> page.sample(name, "class=\"" + users + "\"", busy));
  }

  private static Metric levels(
      FlowControl flow, String name, String help, ToDoubleFunction<PriorityLevel> value) {
    return page -> {
      page.family(PREFIX + name, "gauge", help);
      for (PriorityLevel level : flow.levels().all()) {
        page.sample(
            PREFIX + name,
            MetricsPage.labels(List.of(LEVEL), List.of(level.name())),
            value.applyAsDouble(level));
      }
    };
  }
}
