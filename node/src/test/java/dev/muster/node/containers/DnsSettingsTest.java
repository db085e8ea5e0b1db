package dev.muster.node.containers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.DNSConfig;
import dev.muster.model.codec.Yaml;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The resolv.conf of pods, as kubelets make it. */
class DnsSettingsTest {
  private static final String OF_THE_CLUSTER =
      "10.96.0.10 / shop.svc.cluster.local svc.cluster.local cluster.local corp.example / ndots:5";
  private static final String OF_THE_HOST = "192.0.2.53 192.0.2.54 / corp.example / edns0 rotate";

  @TempDir Path directory;
  private Path resolvConf = Path.of("");

  @BeforeEach
  void write() throws IOException {
    resolvConf = directory.resolve("resolv.conf");
    Files.writeString(
        resolvConf,
        """
        # of the host
        nameserver 192.0.2.53
        nameserver 192.0.2.54
        search corp.example
        options edns0 rotate
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                        | cluster
          {dnsPolicy: ClusterFirst}                                 | cluster
          {dnsPolicy: ClusterFirst, hostNetwork: true}              | host
          {dnsPolicy: ClusterFirstWithHostNet, hostNetwork: true}   | cluster
          {dnsPolicy: Default}                                      | host
          {dnsPolicy: None, dnsConfig: {nameservers: [192.0.2.9]}}  | 192.0.2.9 / /
          {dnsConfig: {options: [{name: ndots, value: '2'}]}}       | 10.96.0.10 / shop.svc.cluster.local svc.cluster.local cluster.local corp.example / ndots:2
          {dnsConfig: {nameservers: [192.0.2.9], searches: [more.example, cluster.local]}} | 10.96.0.10 192.0.2.9 / shop.svc.cluster.local svc.cluster.local cluster.local corp.example more.example / ndots:5
          {dnsPolicy: Default, dnsConfig: {options: [{name: edns0}, {name: timeout, value: '1'}]}} | 192.0.2.53 192.0.2.54 / corp.example / edns0 rotate timeout:1
          """)
  void followThePolicy(String spec, String expected) throws IOException {
    String wanted =
        switch (expected) {
          case "cluster" -> OF_THE_CLUSTER;
          case "host" -> OF_THE_HOST;
          default -> expected;
        };
    assertThat(shown(config(spec, List.of("10.96.0.10")))).isEqualTo(wanted.strip());
  }

  @Test
  void areTheHostsWhereTheClusterHasNoNames() throws IOException {
    assertThat(shown(config("{dnsPolicy: ClusterFirst}", List.of()))).isEqualTo(OF_THE_HOST);
  }

  @Test
  void fitIntoWhatResolversCanHold() throws IOException {
    String many =
        String.join(", ", IntStream.range(0, 40).mapToObj(i -> "s" + i + ".example").toList());
    DNSConfig config =
        config(
            "{dnsConfig: {nameservers: [192.0.2.1, 192.0.2.2, 192.0.2.3], searches: ["
                + many
                + "]}}",
            List.of("10.96.0.10"));
    assertThat(config.getServersList()).hasSize(3);
    assertThat(config.getSearchesList()).hasSize(32);
    String label = "x".repeat(60);
    String name = String.join(".", List.of(label, label, label, label));
    String longOnes =
        String.join(", ", IntStream.range(0, 20).mapToObj(i -> "a" + i + "." + name).toList());
    assertThat(
            String.join(
                " ",
                config("{dnsConfig: {searches: [" + longOnes + "]}}", List.of("10.96.0.10"))
                    .getSearchesList()))
        .hasSizeBetween(1500, 2048);
    assertThat(
            config("{dnsConfig: {searches: [b." + name + ".toolong.example]}}", List.of("10.0.0.1"))
                .getSearchesList())
        .hasSize(4);
  }

  private DNSConfig config(String spec, List<String> servers) throws IOException {
    ObjectNode pod =
        (ObjectNode)
            Yaml.toTree(
                ("{metadata: {name: p, namespace: shop}, spec: " + spec + "}").getBytes(UTF_8));
    return new DnsSettings(servers, "cluster.local", resolvConf).of(Pod.of(pod));
  }

  private static String shown(DNSConfig config) {
    return (String.join(" ", config.getServersList())
            + " / "
            + String.join(" ", config.getSearchesList())
            + (config.getSearchesList().isEmpty() ? "/ " : " / ")
            + String.join(" ", config.getOptionsList()))
        .strip();
  }
}
