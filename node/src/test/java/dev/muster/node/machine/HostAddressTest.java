package dev.muster.node.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.machine.HostAddress.Interface;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostAddressTest {
  private static final String HEADING =
      "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT";
  private static final String LOCAL = "cni9\t0000580A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0";
  private static final Interface BRIDGE = new Interface("cni9", false, true, List.of("10.88.0.1"));
  private static final Interface TUNNEL = new Interface("wg0", false, false, List.of("10.9.0.2"));
  private static final Interface CARD = new Interface("eth0", true, false, List.of("192.0.2.7"));
  private static final Interface WIRELESS =
      new Interface("wlan0", true, false, List.of("192.0.2.8"));

  private static String route(String name, int metric) {
    return "%s\t00000000\t010200C0\t0003\t0\t0\t%d\t00000000\t0\t0\t0".formatted(name, metric);
  }

  @Test
  void theDefaultRouteLeadsToIt() {
    assertThat(
            HostAddress.choose(
                List.of(HEADING, LOCAL, route("wlan0", 600), route("eth0", 100)),
                List.of(BRIDGE, WIRELESS, CARD)))
        .isEqualTo("192.0.2.7");
    assertThat(HostAddress.choose(List.of(HEADING, route("wg0", 0)), List.of(CARD, TUNNEL)))
        .isEqualTo("10.9.0.2");
  }

  @Test
  void aBridgeThatPodsHaveMeanwhileIsNotTheNodes() {
    assertThat(HostAddress.choose(List.of(HEADING, LOCAL), List.of(BRIDGE, TUNNEL, CARD)))
        .isEqualTo("192.0.2.7");
    assertThat(HostAddress.choose(List.of(HEADING, LOCAL), List.of(BRIDGE, TUNNEL)))
        .isEqualTo("10.9.0.2");
    assertThat(HostAddress.choose(List.of(HEADING, LOCAL), List.of(BRIDGE))).isEqualTo("127.0.0.1");
  }

  @Test
  void aRouteWithoutAnAddressIsPassedOver() {
    Interface bare = new Interface("ppp0", false, false, List.of());
    assertThat(
            HostAddress.choose(
                List.of(HEADING, route("ppp0", 0), route("eth0", 9)), List.of(bare, CARD)))
        .isEqualTo("192.0.2.7");
    assertThat(HostAddress.choose(List.of(), List.of())).isEqualTo("127.0.0.1");
  }
}
