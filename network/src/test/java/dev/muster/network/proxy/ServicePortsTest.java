package dev.muster.network.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Yaml;
import dev.muster.network.address.Ipv4Range;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which endpoints are behind the ports of services. */
class ServicePortsTest {
  private static final ServicePorts PORTS =
      new ServicePorts("here", Ipv4Range.parse("10.96.0.0/12").orElseThrow());

  private static final String SLICE =
      """
      {addressType: IPv4, ports: [{name: web, port: 8080}, {name: dns, port: 5353, protocol: UDP}],
       endpoints: [
        {addresses: [10.1.0.2], nodeName: here},
        {addresses: [10.1.0.3], nodeName: there, conditions: {ready: true}},
        {addresses: [10.1.0.4], nodeName: here, conditions: {ready: false}},
        {addresses: [10.1.0.5], nodeName: here,
         conditions: {ready: false, serving: true, terminating: true}}]}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clusterIP: 10.96.3.4, ports: [{name: web, port: 80}]                    | 10.96.3.4 TCP 80 [10.1.0.2:8080, 10.1.0.3:8080]
          clusterIP: 10.96.3.4, ports: [{name: dns, port: 53, protocol: UDP}]     | 10.96.3.4 UDP 53 [10.1.0.2:5353, 10.1.0.3:5353]
          clusterIP: 10.96.3.4, ports: [{name: dns, port: 53}]                    | 10.96.3.4 TCP 53 []
          clusterIP: 10.96.3.4, ports: [{name: other, port: 80}]                  | 10.96.3.4 TCP 80 []
          clusterIP: 10.96.3.4, internalTrafficPolicy: Local, ports: [{name: web, port: 80}] | 10.96.3.4 TCP 80 [10.1.0.2:8080]
          clusterIP: None, ports: [{name: web, port: 80}]                         | ''
          type: ExternalName, externalName: a.example                             | ''
          clusterIP: 10.96.03.4, ports: [{name: web, port: 80}]                   | ''
          clusterIP: 010.96.3.4, ports: [{name: web, port: 80}]                   | ''
          clusterIP: 192.0.2.1, ports: [{name: web, port: 80}]                    | ''
          clusterIP: 'fd00::1', ports: [{name: web, port: 80}]                    | ''
          clusterIP: 10.96.3.4, ports: [{name: web, port: 70000}]                 | ''
          clusterIP: 10.96.3.4, ports: [{name: web, port: 80, protocol: ICMP}]    | ''
          """)
  void leadToThoseThatAreReady(String spec, String expected) {
    assertThat(shown(PORTS.of(service(spec), List.of(tree(SLICE))))).isEqualTo(expected);
  }

  @Test
  void leadToThoseThatEndIfNoneIsReady() {
    JsonNode ending =
        tree(
            """
            {addressType: IPv4, ports: [{name: web, port: 8080}], endpoints: [
              {addresses: [10.1.0.4], conditions: {ready: false}},
              {addresses: [10.1.0.5], conditions: {ready: false, serving: true, terminating: true}}]}
            """);
    String spec = "clusterIP: 10.96.3.4, ports: [{name: web, port: 80}]";
    assertThat(shown(PORTS.of(service(spec), List.of(ending))))
        .isEqualTo("10.96.3.4 TCP 80 [10.1.0.5:8080]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          type: NodePort,     | 30080 : [10.1.0.2:8080, 10.1.0.3:8080]
          type: LoadBalancer, | 30080 : [10.1.0.2:8080, 10.1.0.3:8080]
          type: NodePort, externalTrafficPolicy: Local, | 30080 : [10.1.0.2:8080]
          type: ClusterIP,    | ''
          """)
  void haveNodePortsIfTheirTypeHas(String type, String expected) {
    String spec = type + " clusterIP: 10.96.3.4, ports: [{name: web, port: 80, nodePort: 30080}]";
    List<ServicePort> found = PORTS.of(service(spec), List.of(tree(SLICE)));
    assertThat(found).hasSize(1);
    ServicePort port = found.getFirst();
    assertThat(
            port.nodePort().isPresent()
                ? port.nodePort().getAsInt() + " : " + destinations(port.outside())
                : "")
        .isEqualTo(expected);
  }

  /** What validation refuses, and what a store may hold from before it did. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "169.254.169.254",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "'::1'",
        "'::ffff:127.0.0.1'",
        "'10.1.0.2 . 8080 }; flush ruleset; #'",
        "web.example",
        "''"
      })
  void leadToNothingThatIsNoEndpointsAddress(String address) {
    String slice =
        "{addressType: IPv4, ports: [{name: web, port: 8080}], endpoints: [{addresses: [%s]}]}"
            .formatted(address);
    String spec = "clusterIP: 10.96.3.4, ports: [{name: web, port: 80}]";
    assertThat(shown(PORTS.of(service(spec), List.of(tree(slice)))))
        .isEqualTo("10.96.3.4 TCP 80 []");
  }

  private static JsonNode service(String spec) {
    return tree("{metadata: {name: s, namespace: n}, spec: {" + spec + "}}");
  }

  private static JsonNode tree(String yaml) {
    return Yaml.toTree(yaml.getBytes(UTF_8));
  }

  private static String shown(List<ServicePort> ports) {
    return String.join(
        "; ",
        ports.stream()
            .map(
                port ->
                    port.address()
                        + " "
                        + port.transport()
                        + " "
                        + port.port()
                        + " "
                        + destinations(port.inside()))
            .toList());
  }

  private static List<String> destinations(List<Destination> all) {
    return all.stream().map(to -> to.address() + ":" + to.port()).toList();
  }
}
