package dev.muster.apiserver.metrics;

import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers as they were last set, one for each set of label values. Thread-safe. */
final class LatestValues implements Metric {
  private final String name;
  private final String help;
  private final List<String> labels;
  private final ConcurrentHashMap<List<String>, Double> cells = new ConcurrentHashMap<>();

  LatestValues(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
  }

  void set(double value, String... values) {
    cells.put(List.of(values), value);
  }

  /** Sets this one and forgets all others; if a first label value is given, of those with it. */
  void setOnly(String first, double value, String... values) {
    List<String> key = List.of(values);
    cells.put(key, value);
    cells
        .keySet()
        .removeIf(
            other -> !other.equals(key) && (first.isEmpty() || other.getFirst().equals(first)));
  }

  @Override
  public void write(MetricsPage page) {
    page.family(name, "gauge", help);
    TreeMap<String, Double> sorted = new TreeMap<>();
    cells.forEach((values, value) -> sorted.put(MetricsPage.labels(labels, values), value));
    sorted.forEach((values, value) -> page.sample(name, values, value));
  }
}
