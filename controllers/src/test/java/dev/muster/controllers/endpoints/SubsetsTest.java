package dev.muster.controllers.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.tree.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubsetsTest {
  private static ObjectNode service(String spec) {
    return JsonText.of(
        "{metadata: {name: 's', namespace: 'ns', creationTimestamp: '2026-01-01T00:00:00Z'}, spec: {clusterIP: '10.0.0.1', ports: [{name: 'web', protocol: 'TCP', targetPort: 'web'}], "
            + spec
            + "}}");
  }

  private static ObservedPod pod(String name, String ip, String status, String spec) {
    return new ObservedPod(
        JsonText.of(
            "{metadata: {name: '%s', namespace: 'ns', uid: '%s'}, spec: {nodeName: 'n', containers: [{ports: [{name: 'web', containerPort: 80, protocol: 'TCP'}]}], %s}, status: {phase: 'Running', podIPs: [{ip: '%s'}], conditions: [{type: 'Ready', status: '%s', lastTransitionTime: '2026-01-01T00:00:05Z'}]}}"
                .formatted(name, name, spec, ip, status)));
  }

  @Test
  void addressesAreSortedAndThoseNotReadyApart() {
    assertThat(
            Subsets.of(
                    service(""),
                    List.of(
                        pod("a", "10.1.0.4", "True", ""),
                        pod("b", "10.1.0.3", "True", ""),
                        pod("c", "10.1.0.2", "False", "")))
                .toString())
        .isEqualTo(
            "[{\"notReadyAddresses\":[{\"ip\":\"10.1.0.2\",\"nodeName\":\"n\",\"targetRef\":{\"kind\":\"Pod\",\"namespace\":\"ns\",\"name\":\"c\",\"uid\":\"c\"}}],\"addresses\":[{\"ip\":\"10.1.0.3\",\"nodeName\":\"n\",\"targetRef\":{\"kind\":\"Pod\",\"namespace\":\"ns\",\"name\":\"b\",\"uid\":\"b\"}},{\"ip\":\"10.1.0.4\",\"nodeName\":\"n\",\"targetRef\":{\"kind\":\"Pod\",\"namespace\":\"ns\",\"name\":\"a\",\"uid\":\"a\"}}],\"ports\":[{\"name\":\"web\",\"port\":80,\"protocol\":\"TCP\"}]}]");
  }

  @Test
  void aServiceMayPublishPodsThatAreNotReady() {
    ArrayNode subsets =
        Subsets.of(
            service("publishNotReadyAddresses: true"),
            List.of(pod("c", "10.1.0.2", "False", "hostname: 'h', subdomain: 's'")));
    assertThat(subsets.at("/0/addresses/0/hostname").asText()).isEqualTo("h");
    assertThat(subsets.at("/0/notReadyAddresses").isMissingNode()).isTrue();
  }

  @Test
  void moreThanAThousandAreCutAndReadyOnesStay() {
    List<ObservedPod> pods = new ArrayList<>();
    for (int i = 0; i < 1200; i++) {
      pods.add(
          pod("p" + i, "10.1.%d.%d".formatted(i / 250, i % 250), i < 900 ? "True" : "False", ""));
    }
    ArrayNode subsets = Subsets.of(service(""), pods);
    assertThat(Subsets.truncate(subsets)).isTrue();
    assertThat(Subsets.size(subsets)).isEqualTo(1000);
    assertThat(subsets.at("/0/addresses").size()).isEqualTo(900);
    assertThat(Subsets.truncate(subsets)).isFalse();
  }

  @Test
  void whatIsNewIsToldOnceItIsWritten() {
    TriggerTimes times = new TriggerTimes();
    ObjectNode service = service("");
    List<ObservedPod> pods = List.of(pod("a", "10.1.0.4", "True", ""));
    assertThat(times.next("k", service, List.of()).time())
        .contains(Instant.parse("2026-01-01T00:00:00Z"));
    times.next("k", service, List.of()).told().run();
    assertThat(times.next("k", service, List.of()).time()).isEmpty();
    TriggerTimes.Trigger ready = times.next("k", service, pods);
    assertThat(ready.time()).contains(Instant.parse("2026-01-01T00:00:05Z"));
    assertThat(times.next("k", service, pods).time()).isEqualTo(ready.time());
    ready.told().run();
    assertThat(times.next("k", service, pods).time()).isEmpty();
  }

  @Test
  void portsAreOrderedByAHashOf128Bits() {
    assertThat(PortHash.of("").toString(16)).isEqualTo("6c62272e07bb014262b821756295c58d");
    assertThat(PortHash.of("a").toString(16)).isEqualTo("d228cb696f1a8caf78912b704e4a8964");
  }
}
