package dev.muster.apiserver.metrics;

import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers as they are at the moment, one for each set of label values. */
final class Gauges implements Metric {
  private final String name;
  private final String help;
  private final List<String> labels;
  private final ConcurrentHashMap<List<String>, Double> cells = new ConcurrentHashMap<>();

  Gauges(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
  }

  void set(double value, String... values) {
    cells.put(List.of(values), value);
  }

  /** Sets this one and forgets all others. */
  void setOnly(double value, String... values) {
    List<String> key = List.of(values);
    cells.put(key, value);
    cells.keySet().removeIf(other -> !other.equals(key));
  }

  @Override
  public void write(Page page) {
    page.family(name, "gauge", help);
    TreeMap<String, Double> sorted = new TreeMap<>();
    cells.forEach((values, value) -> sorted.put(Page.labels(labels, values), value));
    sorted.forEach((values, value) -> page.sample(name, values, value));
  }
}
