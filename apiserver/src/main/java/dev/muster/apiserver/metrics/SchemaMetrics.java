package dev.muster.apiserver.metrics;

import dev.muster.apiserver.flow.config.SchemaObserver;
import dev.muster.base.metrics.Histogram;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests of one flow schema in one level. */
final class SchemaMetrics implements SchemaObserver {
  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  private final FlowMetrics all;
  private final String level;
  private final String schema;
  private final LongAdder dispatched;
  private final LongAdder queuedRequests;
  private final LongAdder queuedSeats;
  private final LongAdder executingRequests;
  private final LongAdder executingSeats;
  private final Histogram lengths;
  private final Histogram waited;
  private final Histogram regular;
  private final Histogram estimates;

  SchemaMetrics(FlowMetrics all, String level, String schema) {
    this.all = all;
    this.level = level;
    this.schema = schema;
    this.dispatched = all.dispatched.of(level, schema);
    this.queuedRequests = all.queuedRequests.of(level, schema);
    this.queuedSeats = all.queuedSeats.of(level, schema);
    this.executingRequests = all.executingRequests.of(level, schema);
    this.executingSeats = all.executingSeats.of(level, schema);
    this.lengths = all.lengths.of(level, schema);
    this.waited = all.waits.of(level, schema, "true");
    this.regular = all.executions.of(level, schema, "regular");
    this.estimates = all.estimates.of(level, schema);
  }

  @Override
  public void queued(int seats, int length) {
    queuedRequests.increment();
    queuedSeats.add(seats);
    lengths.observe(length);
  }

  @Override
  public void unqueued(int seats) {
    queuedRequests.decrement();
    queuedSeats.add(-seats);
  }

  @Override
  public void dispatched(int seats) {
    dispatched.increment();
    executingRequests.increment();
    executingSeats.add(seats);
  }

  @Override
  public void finished(int seats, long nanos, boolean watch) {
    executingRequests.decrement();
    executingSeats.add(-seats);
    (watch ? all.executions.of(level, schema, "watch") : regular).observe(nanos / SECOND);
  }

  @Override
  public void waited(long nanos, boolean let) {
    (let ? waited : all.waits.of(level, schema, "false")).observe(nanos / SECOND);
  }

  @Override
  public void rejected(String reason) {
    all.rejected.of(level, schema, reason).increment();
  }

  @Override
  public void estimated(int seats) {
    estimates.observe(seats);
  }
}
