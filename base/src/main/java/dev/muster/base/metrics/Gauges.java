package dev.muster.base.metrics;

import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** Numbers as they are when somebody looks, one for each set of label values. */
public final class Gauges implements Metric {
  private final String name;
  private final String help;
  private final List<String> labels;
  private final ConcurrentHashMap<List<String>, DoubleSupplier> cells = new ConcurrentHashMap<>();

  public Gauges(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** Shows what this tells from now on, in place of one with the same label values. */
  public void show(DoubleSupplier value, String... values) {
    cells.put(List.of(values), value);
  }

  public void set(double value, String... values) {
    show(() -> value, values);
  }

  /** Sets this one and forgets all others. */
  public void setOnly(double value, String... values) {
    List<String> key = List.of(values);
    set(value, values);
    cells.keySet().removeIf(other -> !other.equals(key));
  }

  /** Sets this one and forgets all others that have the same first label value. */
  public void setOnlyOfFirst(double value, String... values) {
    List<String> key = List.of(values);
    set(value, values);
    cells.keySet().removeIf(other -> !other.equals(key) && other.getFirst().equals(key.getFirst()));
  }

  @Override
  public void write(MetricsPage page) {
    page.family(name, "gauge", help);
    TreeMap<String, DoubleSupplier> sorted = new TreeMap<>();
    cells.forEach((values, value) -> sorted.put(MetricsPage.labels(labels, values), value));
    sorted.forEach((values, value) -> page.sample(name, values, value.getAsDouble()));
  }
}
