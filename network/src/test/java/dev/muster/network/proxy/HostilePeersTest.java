package dev.muster.network.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that lies about itself gets none of the packets that are for others' pods. */
class HostilePeersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<Ipv4Range> OURS =
      List.of(range("10.96.0.0/12"), range("10.244.0.0/22"));
  private static final PeerPods RIGHT =
      new PeerPods(range("10.244.4.0/22"), Ipv4.parse("192.0.2.12").orElseThrow());

  private static Ipv4Range range(String text) {
    return Ipv4Range.parse(text).orElseThrow();
  }

  private static ObjectNode node(String name, String podRange, String address) {
    ObjectNode node = JSON.createObjectNode();
    node.putObject("metadata").put("name", name);
    node.putObject("spec").put("podCIDR", podRange).putArray("podCIDRs").add(podRange);
    node.putObject("status")
        .putArray("addresses")
        .addObject()
        .put("type", "InternalIP")
        .put("address", address);
    return node;
  }

  private static List<PeerPods> peers(Map<String, String> ranges, ObjectNode... nodes) {
    Map<String, ObjectNode> byName = new HashMap<>();
    for (ObjectNode each : nodes) {
      byName.put(each.path("metadata").path("name").asText(), each);
    }
    PeerRanges peers = new PeerRanges("left", OURS, byName::get);
    ObjectNode map = JSON.createObjectNode();
    ranges.forEach(map.putObject("data")::put);
    peers.changed(map);
    return peers.all();
  }

  @Test
  void whatANodeSaysOfItsRangeCountsForNothing() {
    ObjectNode right = node("right", "10.244.4.0/22", "192.0.2.12");
    Map<String, String> ranges = Map.of("left", "10.244.0.0/22", "right", "10.244.4.0/22");
    assertThat(peers(ranges, right)).containsExactly(RIGHT);
    for (String wanted : List.of("10.244.4.0/22", "10.244.4.0/24", "0.0.0.0/0", "10.96.0.0/12")) {
      assertThat(peers(ranges, right, node("evil", wanted, "192.0.2.66")))
          .as(wanted)
          .containsExactly(RIGHT);
    }
  }

  /** It can send its own packets elsewhere, and only there where an address is one. */
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "169.254.169.254",
    "10.244.0.1",
    "10.96.0.1",
    "10.244.8.9",
    "::1",
    "example.com",
    "192.0.2.1 onlink"
  })
  void anAddressThatIsNoneOfANodeLeadsNowhere(String address) {
    Map<String, String> ranges = Map.of("evil", "10.244.8.0/22", "right", "10.244.4.0/22");
    assertThat(
            peers(ranges, node("right", "", "192.0.2.12"), node("evil", "10.244.8.0/22", address)))
        .containsExactly(RIGHT);
  }

  @Test
  void rangesThatOverlapOursOrEachOthersAreLeftOut() {
    Map<String, String> ranges =
        Map.of(
            "a",
            "10.244.0.0/16",
            "b",
            "10.244.4.0/22",
            "c",
            "10.244.4.0/24",
            "d",
            "0.0.0.0/0",
            "e",
            "words");
    assertThat(
            peers(
                ranges,
                node("a", "", "192.0.2.1"),
                node("b", "", "192.0.2.12"),
                node("c", "", "192.0.2.3"),
                node("d", "", "192.0.2.4"),
                node("e", "", "192.0.2.5")))
        .containsExactly(RIGHT);
  }
}
