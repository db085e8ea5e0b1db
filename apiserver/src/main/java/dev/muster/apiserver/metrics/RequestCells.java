package dev.muster.apiserver.metrics;

import dev.muster.base.metrics.Histogram;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The numbers that requests of one shape change, looked up once. */
final class RequestCells {
  private static final int FIRST_CODE = 100;
  private static final int CODES = 500;

  private final RequestMetrics metrics;
  private final RequestShape shape;
  private final Histogram duration;
  private final @Nullable Histogram responseSize;
  private final AtomicReferenceArray<@Nullable LongAdder> byCode =
      new AtomicReferenceArray<>(CODES);
  final LongAdder longRunning;
  final LongAdder watchEvents;
  final Histogram watchSizes;

  RequestCells(RequestMetrics metrics, RequestShape shape) {
    this.metrics = metrics;
    this.shape = shape;
    this.duration =
        metrics.durations.of(
            "apiserver",
            shape.dryRun(),
            shape.group(),
            shape.resource(),
            shape.scope(),
            shape.subresource(),
            shape.verb(),
            shape.version());
    boolean read = shape.verb().equals("GET") || shape.verb().equals("LIST");
    this.responseSize = read ? metrics.responseSizes.of(common()) : null;
    boolean watch = shape.verb().equals("WATCH");
    this.longRunning =
        watch || shape.verb().equals("CONNECT")
            ? metrics.longRunning.of(common())
            : new LongAdder();
    this.watchEvents =
        watch
            ? metrics.watchEvents.of(shape.group(), shape.resource(), shape.version())
            : new LongAdder();
    this.watchSizes =
        watch
            ? metrics.watchSizes.of(shape.group(), shape.resource(), shape.version())
            : new Histogram(new double[0]);
  }

  private String[] common() {
    return new String[] {
      "apiserver",
      shape.group(),
      shape.resource(),
      shape.scope(),
      shape.subresource(),
      shape.verb(),
      shape.version()
    };
  }

  void finished(int code, long size, double seconds) {
    count(code).increment();
    duration.observe(seconds);
    if (responseSize != null && size >= 0) {
      responseSize.observe((double) size);
    }
  }

  private LongAdder count(int code) {
    int index = Math.clamp(code - FIRST_CODE, 0, CODES - 1);
    LongAdder known = byCode.get(index);
    if (known == null) {
      known =
          metrics.requests.of(
              Integer.toString(index + FIRST_CODE),
              "apiserver",
              shape.dryRun(),
              shape.group(),
              shape.resource(),
              shape.scope(),
              shape.subresource(),
              shape.verb(),
              shape.version());
      byCode.set(index, known);
    }
    return known;
  }
}
