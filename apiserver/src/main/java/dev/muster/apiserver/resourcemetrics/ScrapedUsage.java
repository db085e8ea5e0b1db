package dev.muster.apiserver.resourcemetrics;

import dev.muster.apiserver.resourcemetrics.PrometheusText.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a node and its containers had used when the node was asked. Immutable. */
final class ScrapedUsage {
  private static final Duration DAY = Duration.ofDays(1);

  private final Map<String, Map<String, UsagePoint>> pods;
  private final Optional<UsagePoint> node;

  private ScrapedUsage(Optional<UsagePoint> node, Map<String, Map<String, UsagePoint>> pods) {
    this.node = node;
    this.pods = pods;
  }

  /**
   * Reads a node's {@code /metrics/resource}.
   *
   * @param now for numbers that do not say of when they are
   */
  static ScrapedUsage of(String page, Instant now) {
    Map<String, Map<String, Parts>> pods = new HashMap<>();
    Parts node = new Parts();
    PrometheusText.read(
        page,
        sample -> {
          switch (sample.name()) {
            case "node_cpu_usage_seconds_total" -> node.cpu(sample, now);
            case "node_memory_working_set_bytes" -> node.memory = sample.value();
            case "container_cpu_usage_seconds_total" -> of(pods, sample).cpu(sample, now);
            case "container_memory_working_set_bytes" -> of(pods, sample).memory = sample.value();
            case "container_start_time_seconds" -> of(pods, sample).started = sample.value();
            default -> {}
          }
        });
    Map<String, Map<String, UsagePoint>> points = new HashMap<>();
    pods.forEach(
        (pod, containers) -> {
          Map<String, UsagePoint> all = new TreeMap<>();
          containers.forEach(
              (name, parts) -> parts.point().ifPresent(point -> all.put(name, point)));
          points.put(pod, all);
        });
    return new ScrapedUsage(node.point(), points);
  }

  private static Parts of(Map<String, Map<String, Parts>> pods, Sample sample) {
    Map<String, String> labels = sample.labels();
    String pod = key(labels.getOrDefault("namespace", ""), labels.getOrDefault("pod", ""));
    return pods.computeIfAbsent(pod, key -> new HashMap<>())
        .computeIfAbsent(labels.getOrDefault("container", ""), name -> new Parts());
  }

  static String key(String namespace, String pod) {
    return namespace + "/" + pod;
  }

  /** When the node was asked, by its own clock. */
  Instant at() {
    return node.map(UsagePoint::at).orElse(Instant.EPOCH);
  }

  Optional<UsageRate> nodeSince(ScrapedUsage before) {
    return node.flatMap(now -> before.node.flatMap(now::since));
  }

  /** What each container of a pod uses; nothing unless that is known of all of them. */
  Map<String, UsageRate> podSince(ScrapedUsage before, String namespace, String pod) {
    Map<String, UsageRate> rates = new TreeMap<>();
    Map<String, UsagePoint> then = before.pods.getOrDefault(key(namespace, pod), Map.of());
    for (Map.Entry<String, UsagePoint> each :
        pods.getOrDefault(key(namespace, pod), Map.of()).entrySet()) {
      UsagePoint now = each.getValue();
      @Nullable UsagePoint earlier = then.get(each.getKey());
      boolean restarted = earlier != null && now.started().isAfter(earlier.at());
      Optional<UsageRate> rate =
          earlier == null || restarted ? now.sinceStart() : now.since(earlier);
      if (rate.isEmpty()) {
        return Map.of();
      }
      rates.put(each.getKey(), rate.get());
    }
    return rates;
  }

  /** What has been read of one. */
  private static final class Parts {
    private double cpu = -1;
    private double memory = -1;
    private double started;
    private Instant at = Instant.EPOCH;

    /** What is said of another day is not believed. */
    void cpu(Sample sample, Instant now) {
      at = sample.millis().isPresent() ? Instant.ofEpochMilli(sample.millis().getAsLong()) : now;
      boolean believable = Duration.between(at, now).abs().compareTo(DAY) <= 0;
      cpu = believable ? sample.value() : -1;
    }

    Optional<UsagePoint> point() {
      return cpu < 0 || memory < 0
          ? Optional.empty()
          : Optional.of(
              new UsagePoint(
                  at, cpu, (long) memory, Instant.ofEpochMilli((long) (started * 1_000))));
    }
  }
}
