package dev.muster.base.metrics;

import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Numbers that are read when somebody looks, one for each set of label values. */
public final class Gauges implements Metric {
  private final String name;
  private final String help;
  private final List<String> labels;
  private final ConcurrentHashMap<List<String>, LongSupplier> cells = new ConcurrentHashMap<>();

  public Gauges(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** Shows this number from now on, in place of one with the same label values. */
  public void show(LongSupplier value, String... values) {
    cells.put(List.of(values), value);
  }

  @Override
  public void write(MetricsPage page) {
    page.family(name, "gauge", help);
    TreeMap<String, LongSupplier> sorted = new TreeMap<>();
    cells.forEach((values, value) -> sorted.put(MetricsPage.labels(labels, values), value));
    sorted.forEach((values, value) -> page.sample(name, values, value.getAsLong()));
  }
}
