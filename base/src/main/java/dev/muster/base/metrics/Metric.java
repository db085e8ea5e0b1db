package dev.muster.base.metrics;

/** Something that shows itself on the page. */
public interface Metric {
  void write(MetricsPage page);
}
