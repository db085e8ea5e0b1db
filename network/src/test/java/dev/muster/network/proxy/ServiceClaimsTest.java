package dev.muster.network.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Yaml;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Whose an address is that several services have. */
class ServiceClaimsTest {
  private static final Ipv4Range SERVICES = Ipv4Range.parse("10.96.0.0/12").orElseThrow();
  private static final ServicePorts PORTS = new ServicePorts("here", SERVICES);
  private static final ProxyRuleset RULES =
      new ProxyRuleset(
          "muster7",
          new Ipv4(10 << 24 | 1 << 16 | 1),
          Ipv4Range.parse("10.1.0.0/22").orElseThrow(),
          SERVICES);
  private static final Pattern ELEMENTS = Pattern.compile("elements = \\{ (.*) }");

  private static final JsonNode SLICE =
      tree(
          "{addressType: IPv4, ports: [{name: web, port: 8080}],"
              + " endpoints: [{addresses: [10.1.0.2]}]}");

  @Test
  void isTheOldestsEvenWithoutEndpoints() {
    JsonNode old = service("b/old", "2026-01-01T00:00:00Z", "10.96.3.4", "TCP", 80, 30080);
    JsonNode late = service("a/late", "2026-01-02T00:00:00Z", "10.96.3.4", "TCP", 80, 30080);
    ServiceClaims claims = new ServiceClaims();
    List<JsonNode> order = ServiceClaims.inOrder(List.of(late, old));
    assertThat(order).containsExactly(old, late);
    assertThat(claims.claim("b/old", PORTS.of(old, List.of()))).hasSize(1);
    assertThat(claims.claim("a/late", PORTS.of(late, List.of(SLICE)))).isEmpty();
  }

  @Test
  void isTheApiServersAndTheNamesWhoeverElseWasEarlier() {
    JsonNode early = service("a/early", "2020-01-01T00:00:00Z", "10.96.0.1", "TCP", 80, 0);
    JsonNode dns =
        service("kube-system/kube-dns", "2026-01-02T00:00:00Z", "10.96.0.10", "UDP", 53, 0);
    JsonNode api =
        service("default/kubernetes", "2026-01-03T00:00:00Z", "10.96.0.1", "TCP", 443, 0);
    assertThat(ServiceClaims.inOrder(List.of(early, dns, api))).containsExactly(api, dns, early);
    ServiceClaims claims = new ServiceClaims();
    assertThat(claims.claim("default/kubernetes", PORTS.of(api, List.of()))).hasSize(1);
    // another port of the same address is not to be had either
    assertThat(claims.claim("a/early", PORTS.of(early, List.of(SLICE)))).isEmpty();
  }

  @Test
  void leavesTheAddressToWhoComesTooLateForANodePort() {
    ServiceClaims claims = new ServiceClaims();
    JsonNode first = service("a/first", "", "10.96.3.4", "TCP", 80, 30080);
    JsonNode second = service("a/second", "", "10.96.3.5", "TCP", 80, 30080);
    assertThat(claims.claim("a/first", PORTS.of(first, List.of())).getFirst().nodePort())
        .hasValue(30080);
    assertThat(claims.claim("a/second", PORTS.of(second, List.of())).getFirst().nodePort())
        .isEmpty();
  }

  @Property(tries = 200)
  void noKeyIsInARulesetTwice(@ForAll("services") List<JsonNode> services) {
    ServiceClaims claims = new ServiceClaims();
    List<ServicePort> claimed = new ArrayList<>();
    List<ServicePort> unclaimed = new ArrayList<>();
    for (JsonNode service : ServiceClaims.inOrder(services)) {
      JsonNode metadata = service.path("metadata");
      List<ServicePort> ports =
          PORTS.of(service, metadata.path("sliced").asBoolean() ? List.of(SLICE) : List.of());
      unclaimed.addAll(ports);
      claimed.addAll(
          claims.claim(
              metadata.path("namespace").asText() + "/" + metadata.path("name").asText(), ports));
    }
    for (List<ServicePort> ports : List.of(claimed, unclaimed)) {
      Matcher sets = ELEMENTS.matcher(RULES.text(ports, List.of(), List.of()));
      while (sets.find()) {
        assertThat(
                Stream.of(sets.group(1).split(", ", -1)).map(each -> each.replaceAll(" :.*", "")))
            .doesNotHaveDuplicates();
      }
    }
  }

  @Provide
  Arbitrary<List<JsonNode>> services() {
    return Combinators.combine(
            Arbitraries.of("a/a", "a/b", "b/a", "default/kubernetes", "kube-system/kube-dns"),
            Arbitraries.of("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"),
            Arbitraries.of("10.96.0.1", "10.96.0.10", "10.96.00.10", "010.96.0.1", "None"),
            Arbitraries.of("TCP", "UDP"),
            Arbitraries.of(53, 443),
            Arbitraries.of(0, 30080, 30081))
        .as(ServiceClaimsTest::service)
        .list()
        .ofMaxSize(12);
  }

  private static JsonNode service(
      String key, String created, String ip, String protocol, int port, int nodePort) {
    int slash = key.indexOf('/');
    return tree(
        """
        {metadata: {namespace: %s, name: %s, creationTimestamp: '%s', sliced: %b}, spec: {
          type: NodePort, clusterIP: %s, ports: [
            {name: web, protocol: %s, port: %d, nodePort: %d},
            {name: web, protocol: %s, port: %d, nodePort: %d}]}}
        """
            .formatted(
                key.substring(0, slash),
                key.substring(slash + 1),
                created,
                port == 443,
                ip,
                protocol,
                port,
                nodePort,
                protocol,
                port,
                nodePort));
  }

  private static JsonNode tree(String yaml) {
    return Yaml.toTree(yaml.getBytes(UTF_8));
  }
}
