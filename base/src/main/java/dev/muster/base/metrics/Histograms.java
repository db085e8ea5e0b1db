package dev.muster.base.metrics;

import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A histogram for each set of label values. */
public final class Histograms implements Metric {
  private final String name;
  private final String help;
  private final double[] bounds;
  private final List<String> labels;
  private final ConcurrentHashMap<List<String>, Histogram> cells = new ConcurrentHashMap<>();

  public Histograms(String name, String help, double[] bounds, String... labels) {
    this.name = name;
    this.help = help;
    this.bounds = bounds.clone();
    this.labels = List.of(labels);
  }

  /** The histogram for these label values: to be looked up once and kept where that matters. */
  public Histogram of(String... values) {
    return cells.computeIfAbsent(List.of(values), v -> new Histogram(bounds));
  }

  /** Bounds that grow by a factor. */
  public static double[] exponential(double first, double factor, int count) {
    double[] bounds = new double[count];
    for (int i = 0; i < count; i++) {
      bounds[i] = first * Math.pow(factor, i);
    }
    return bounds;
  }

  @Override
  public void write(MetricsPage page) {
    page.family(name, "histogram", help);
    TreeMap<String, Histogram> sorted = new TreeMap<>();
    cells.forEach((values, cell) -> sorted.put(MetricsPage.labels(labels, values), cell));
    sorted.forEach((values, cell) -> cell.write(page, name, values));
  }
}
