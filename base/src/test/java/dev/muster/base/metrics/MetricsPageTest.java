package dev.muster.base.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsPageTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "0.005, 0.005",
    "1.25, 1.25",
    "100000, 100000",
    "1e6, 1e+06",
    "1.5e6, 1.5e+06",
    "1e9, 1e+09",
    "1e100, 1e+100",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "-2.5e-7, -2.5e-07",
    "NaN, NaN",
    "Infinity, +Inf",
    "-Infinity, -Inf"
  })
  void numbersReadAsGoWritesThem(double value, String text) {
    MetricsPage page = new MetricsPage();
    page.sample("m", "", value);
    assertThat(page.toString()).isEqualTo("m " + text + "\n");
  }

  @Test
  void aCounterKeepsTheNameItWasGiven() {
    Counters users = Counters.counter("authenticated_user_requests", "By user name.", "username");
    users.of("other").add(2);
    users.of("admin").increment();
    assertThat(page(users))
        .isEqualTo(
            """
            # HELP authenticated_user_requests By user name.
            # TYPE authenticated_user_requests counter
            authenticated_user_requests{username="admin"} 1
            authenticated_user_requests{username="other"} 2
            """);
  }

  @Test
  void labelValuesCannotLeaveTheirQuotes() {
    Counters counters = Counters.counter("m_total", "Counts.", "a", "b");
    counters.of("x\"} 9\nforged_total 1", "\\").increment();
    assertThat(page(counters))
        .endsWith("m_total{a=\"x\\\"} 9\\nforged_total 1\",b=\"\\\\\"} 1\n")
        .hasLineCount(3);
  }

  @Test
  void aGaugeIsReadWhenSomebodyLooks() {
    long[] pods = {1};
    Gauges gauges = new Gauges("kubelet_running_pods", "Pods.");
    gauges.show(() -> pods[0]);
    pods[0] = 7;
    assertThat(page(gauges)).endsWith("kubelet_running_pods 7\n");
  }

  @Test
  void aHistogramCountsWhatIsAtMostItsBounds() {
    Histograms seconds = new Histograms("s", "Seconds.", new double[] {0.5, 1}, "verb");
    seconds.of("GET").observe(0.5);
    seconds.of("GET").observe(0.75);
    seconds.of("GET").observe(3);
    assertThat(page(seconds))
        .isEqualTo(
            """
            # HELP s Seconds.
            # TYPE s histogram
            s_bucket{verb="GET",le="0.5"} 1
            s_bucket{verb="GET",le="1"} 2
            s_bucket{verb="GET",le="+Inf"} 3
            s_sum{verb="GET"} 4.25
            s_count{verb="GET"} 3
            """);
  }

  private static String page(Metric metric) {
    MetricsPage page = new MetricsPage();
    metric.write(page);
    return page.toString();
  }
}
