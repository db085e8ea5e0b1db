package dev.muster.base.metrics;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** How often values fell below certain bounds. */
public final class Histogram {
  private final double[] bounds;
  private final LongAdder[] counts;
  private final DoubleAdder sum = new DoubleAdder();

  /** The bounds ascend and are not to be changed. */
  public Histogram(double[] bounds) {
    this.bounds = bounds;
    this.counts = new LongAdder[bounds.length + 1];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  public void observe(double value) {
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    counts[bucket].increment();
    sum.add(value);
  }

  void write(MetricsPage page, String name, String labels) {
    String before = labels.isEmpty() ? "" : labels + ",";
    long total = 0;
    for (int i = 0; i < counts.length; i++) {
      total += counts[i].sum();
      String bound = i < bounds.length ? MetricsPage.number(bounds[i]) : "+Inf";
      page.sample(name + "_bucket", before + "le=\"" + bound + "\"", total);
    }
    page.sample(name + "_sum", labels, sum.sum());
    page.sample(name + "_count", labels, total);
  }
}
