package dev.muster.base.metrics;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Numbers that count up, or up and down, one for each set of label values. */
public final class Counters implements Metric {
  private final String name;
  private final String type;
  private final String help;
  private final List<String> labels;
  private final ConcurrentHashMap<List<String>, LongAdder> cells = new ConcurrentHashMap<>();

  private Counters(String name, String type, String help, List<String> labels) {
    this.name = name;
    this.type = type;
    this.help = help;
    this.labels = labels;
  }

  public static Counters counter(String name, String help, String... labels) {
    return new Counters(name, "counter", help, List.of(labels));
  }

  public static Counters gauge(String name, String help, String... labels) {
    return new Counters(name, "gauge", help, List.of(labels));
  }

  /** The number for these label values: to be looked up once and kept where that matters. */
  public LongAdder of(String... values) {
    return cells.computeIfAbsent(List.of(values), v -> new LongAdder());
  }

  @Override
  public void write(MetricsPage page) {
    page.family(name, type, help);
    cells.entrySet().stream()
        .map(e -> new Line(MetricsPage.labels(labels, e.getKey()), e.getValue().sum()))
        .sorted()
        .forEach(line -> page.sample(name, line.labels, line.value));
  }

  private record Line(String labels, long value) implements Comparable<Line> {
    @Override
    public int compareTo(Line other) {
      return labels.compareTo(other.labels);
    }
  }
}
