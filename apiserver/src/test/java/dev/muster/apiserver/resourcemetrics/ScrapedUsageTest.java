package dev.muster.apiserver.resourcemetrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From what a node tells to what is used. */
class ScrapedUsageTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_000);

  private static String page(int second, double cpu, String more) {
    return """
        # HELP node_cpu_usage_seconds_total x
        node_cpu_usage_seconds_total %1$s %2$d000
        node_memory_working_set_bytes 1.048576e+06 %2$d000
        container_cpu_usage_seconds_total{container="c",namespace="default",pod="web"} %1$s %2$d000
        container_memory_working_set_bytes{container="c",namespace="default",pod="web"} 2048 %2$d000
        container_start_time_seconds{container="c",namespace="default",pod="web"} 100
        """
            .formatted(cpu, second)
        + more;
  }

  private static ScrapedUsage at(int second, double cpu) {
    return ScrapedUsage.of(page(second, cpu, ""), NOW);
  }

  @Test
  void theUseIsTheDifferenceOverTheWindow() {
    ScrapedUsage before = at(1_000, 5);
    ScrapedUsage now = at(1_010, 7.5);
    UsageRate rate = requireNonNull(now.podSince(before, "default", "web").get("c"));
    assertThat(rate)
        .isEqualTo(
            new UsageRate(Instant.ofEpochSecond(1_010), Duration.ofSeconds(10), 250_000_000, 2048));
    assertThat(rate.usage()).hasToString("{\"cpu\":\"250m\",\"memory\":\"2Ki\"}");
    assertThat(now.nodeSince(before).orElseThrow().usage())
        .hasToString("{\"cpu\":\"250m\",\"memory\":\"1Mi\"}");
    assertThat(now.podSince(before, "other", "web")).isEmpty();
    assertThat(new UsageRate(NOW, Duration.ofSeconds(1), 0, 0).usage())
        .hasToString("{\"cpu\":\"0\",\"memory\":\"0\"}");
    assertThat(new UsageRate(NOW, Duration.ofSeconds(1), 193161325, 1).usage())
        .hasToString("{\"cpu\":\"193161325n\",\"memory\":\"1\"}");
  }

  @Test
  void whatWasNotSeenBeforeIsCountedFromItsStart() {
    ScrapedUsage nothing = ScrapedUsage.of("", NOW);
    UsageRate rate = requireNonNull(at(200, 10).podSince(nothing, "default", "web").get("c"));
    assertThat(rate.cpuNanos()).isEqualTo(100_000_000);
    assertThat(at(105, 1).podSince(nothing, "default", "web")).as("too young").isEmpty();
  }

  @Test
  void aPodIsNotHalfKnown() {
    String second =
        "container_cpu_usage_seconds_total{container=\"d\",namespace=\"default\",pod=\"web\"} 1\n"
            + "container_memory_working_set_bytes{container=\"d\",namespace=\"default\",pod=\"web\"}"
            + " 1\n";
    ScrapedUsage now = ScrapedUsage.of(page(1_010, 7, second), NOW);
    assertThat(now.podSince(at(1_000, 5), "default", "web")).isEmpty();
  }

  @Test
  void whatIsLessThanBeforeIsNoUse() {
    assertThat(at(1_010, 4).podSince(at(1_000, 5), "default", "web")).isEmpty();
    assertThat(at(1_000, 6).podSince(at(1_000, 5), "default", "web")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node_cpu_usage_seconds_total",
        "node_cpu_usage_seconds_total NaN",
        "node_cpu_usage_seconds_total +Inf",
        "node_cpu_usage_seconds_total 1 x",
        "node_cpu_usage_seconds_total{ 1",
        "node_cpu_usage_seconds_total{a=\"} 1",
        "node_cpu_usage_seconds_total{a=b} 1",
        "{a=\"b\"} 1",
      })
  void aLineThatIsNoNumberIsLeftOut(String line) {
    List<PrometheusText.Sample> found = new ArrayList<>();
    PrometheusText.read(line, found::add);
    assertThat(found).isEmpty();
  }

  @Test
  void labelsMayHoldAnything() {
    List<PrometheusText.Sample> found = new ArrayList<>();
    PrometheusText.read("m{a=\"x\\\"y\\\\z\\n\",b=\"}\"} 1.5 7", found::add);
    assertThat(found.getFirst().labels()).isEqualTo(Map.of("a", "x\"y\\z\n", "b", "}"));
    assertThat(found.getFirst().millis()).hasValue(7);
  }

  /** A node that lies about time and size has no metrics, and keeps nobody else from theirs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 9223372036854775807",
        "1 -9223372036854775808",
        "1e308 1010000",
        "-1 1010000",
      })
  void whatCannotBeIsNotBelieved(String cpu) {
    String page = "node_cpu_usage_seconds_total " + cpu + "\nnode_memory_working_set_bytes 1e300\n";
    ScrapedUsage now = ScrapedUsage.of(page, NOW);
    now.nodeSince(at(1_000, 0)).ifPresent(rate -> assertThat(rate.usage()).isNotNull());
    String young =
        """
        container_cpu_usage_seconds_total{pod="p"} 1
        container_memory_working_set_bytes{pod="p"} 1
        container_start_time_seconds{pod="p"} -1e300
        """;
    assertThat(ScrapedUsage.of(young, NOW).podSince(now, "", "p")).isEmpty();
  }

  @Property(tries = 500)
  void whateverANodeSendsIsRead(@ForAll String page) {
    assertThat(ScrapedUsage.of("m{" + page, NOW).nodeSince(at(1, 1))).isEmpty();
    assertThat(ScrapedUsage.of(page, NOW)).isNotNull();
  }

  @Test
  void aNodeIsAskedOnceASecondHoweverManyAsk() throws Exception {
    Instant[] now = {NOW};
    AtomicInteger asked = new AtomicInteger();
    NodeScrape scrape = new NodeScrape(() -> now[0]);
    NodeScrape.Source node =
        () -> page(asked.incrementAndGet(), asked.get(), ""); // it has counted each time
    assertThat(scrape.interval(node)).as("twice, as it takes two").isPresent();
    assertThat(asked).hasValue(2);
    for (int i = 0; i < 100; i++) {
      assertThat(scrape.interval(node)).isPresent();
    }
    assertThat(asked).hasValue(2);
    now[0] = NOW.plusSeconds(2);
    assertThat(scrape.interval(node)).isPresent();
    assertThat(asked).hasValue(3);
  }

  @Test
  @Timeout(60)
  void whoAsksWhileANodeStallsIsAnsweredWithoutIt() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    NodeScrape scrape = new NodeScrape(() -> NOW, Duration.ofMillis(50));
    Thread first =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    var unused =
                        scrape.interval(
                            () -> {
                              asked.countDown();
                              awaitEnd(end);
                              throw new IOException("no answer");
                            });
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    asked.await();
    assertThat(scrape.interval(() -> page(1, 1, ""))).isEmpty();
    end.countDown();
    first.join();
  }

  private static void awaitEnd(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aNodeThatDoesNotAnswerIsLeftAloneForAWhile() throws Exception {
    Instant[] now = {NOW};
    AtomicInteger asked = new AtomicInteger();
    NodeScrape scrape = new NodeScrape(() -> now[0]);
    NodeScrape.Source silent =
        () -> {
          asked.incrementAndGet();
          throw new IOException("no answer");
        };
    for (int i = 0; i < 10; i++) {
      assertThat(scrape.interval(silent)).isEmpty();
    }
    assertThat(asked).hasValue(1);
    now[0] = NOW.plusSeconds(16);
    assertThat(scrape.interval(silent)).isEmpty();
    assertThat(asked).hasValue(2);
  }
}
