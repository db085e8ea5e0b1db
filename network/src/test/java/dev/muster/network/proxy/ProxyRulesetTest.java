package dev.muster.network.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The rules of a node. That the kernel does as they say is tested with pods. */
class ProxyRulesetTest {
  private static final ProxyRuleset RULES =
      new ProxyRuleset("muster7", address("10.1.0.1"), range("10.1.0.0/22"), range("10.96.0.0/12"));

  private static final Pattern ELEMENT =
      Pattern.compile("[0-9.]+( \\. (tcp|udp|sctp) \\. [0-9]+ : goto service-[0-9]+)?");

  @Test
  void chooseOneOfTheEndpoints() {
    assertThat(RULES.text(List.of(port(0, "10.1.0.2", "10.1.0.3")), List.of(), List.of()))
        .startsWith("table ip muster7\ndelete table ip muster7\ntable ip muster7 {\n")
        .contains("elements = { 10.96.1.0 . tcp . 80 : goto service-0 }")
        .contains(
            "meta l4proto tcp dnat ip to numgen random mod 2 map"
                + " { 0 : 10.1.0.2 . 8080, 1 : 10.1.0.3 . 8080 }")
        .contains("ip daddr 10.1.0.1 iifname != { \"muster7\", \"lo\" } drop");
  }

  @Test
  void refuseWhereThereIsNoEndpoint() {
    ServicePort closed =
        new ServicePort(
            address("10.96.1.9"), Transport.UDP, 53, OptionalInt.of(30053), List.of(), List.of());
    assertThat(RULES.text(List.of(closed), List.of(), List.of()))
        .contains("set service-addresses {\n    type ipv4_addr\n    elements = { 10.96.1.9 }")
        .contains("elements = { udp . 30053 }")
        .doesNotContain("chain service-0", "chain node-port-0");
  }

  @Test
  void leadPortsOfTheHostToPods() {
    HostPort any =
        new HostPort(
            Optional.empty(), Transport.TCP, 8080, new Destination(address("10.1.0.2"), 80));
    HostPort one =
        new HostPort(
            Optional.of(address("192.0.2.2")),
            Transport.UDP,
            53,
            new Destination(address("10.1.0.3"), 5353));
    assertThat(RULES.text(List.of(), List.of(any, one), List.of()))
        .contains("    tcp dport 8080 dnat ip to 10.1.0.2:80\n")
        .contains("    ip daddr 192.0.2.2 udp dport 53 dnat ip to 10.1.0.3:5353\n");
  }

  @Property(tries = 50)
  void areMadeOfNumbersOnly(
      @ForAll @Size(max = 20) List<Integer> addresses,
      @ForAll @IntRange(min = 1, max = 65_535) int port) {
    List<ServicePort> ports = new ArrayList<>();
    for (int bits : addresses) {
      Destination to = new Destination(new Ipv4(bits), port);
      ports.add(
          new ServicePort(
              new Ipv4(bits), Transport.TCP, port, OptionalInt.of(port), List.of(to), List.of(to)));
    }
    String text = RULES.text(ports, List.of(), List.of());
    int depth = text.chars().map(c -> c == '{' ? 1 : c == '}' ? -1 : 0).sum();
    assertThat(depth).isZero();
    assertThat(text.lines().filter(line -> line.contains("elements") && line.contains("service-")))
        .allSatisfy(
            line ->
                assertThat(line.replaceAll(".*\\{ | }", "").split(", "))
                    .allMatch(each -> ELEMENT.matcher(each).matches()));
  }

  @Test
  void ofAThousandServicesAreWrittenAtOnce() {
    List<ServicePort> many =
        IntStream.range(0, 1000).mapToObj(i -> port(i, "10.1.0.2", "10.1.0.3")).toList();
    assertThat(RULES.text(many, List.of(), List.of()).lines().count()).isLessThan(4000);
  }

  private static ServicePort port(int offset, String... endpoints) {
    List<Destination> all =
        List.of(endpoints).stream().map(each -> new Destination(address(each), 8080)).toList();
    return new ServicePort(
        range("10.96.1.0/24").at(offset), Transport.TCP, 80, OptionalInt.empty(), all, all);
  }

  private static Ipv4 address(String text) {
    return Ipv4.parse(text).orElseThrow();
  }

  private static Ipv4Range range(String text) {
    return Ipv4Range.parse(text).orElseThrow();
  }
}
