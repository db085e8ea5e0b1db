package dev.muster.controllers.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.tree.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From Endpoints that were made by hand to slices. */
class MirroredSlicesTest {
  private static ObjectNode endpoints(String subsets) {
    return JsonText.of(
        """
        {metadata: {name: 'db', namespace: 'default', uid: 'u', labels: {team: 'a'},
          annotations: {'note': 'x', 'kubectl.kubernetes.io/last-applied-configuration': '{}'}},
         subsets: %s}
        """
            .formatted(subsets));
  }

  private static final String TWO =
      """
      [{addresses: [{ip: '10.0.0.1', nodeName: 'n'}, {ip: 'fd00::1'}],
        notReadyAddresses: [{ip: '10.0.0.2', hostname: 'h'}],
        ports: [{name: 'sql', port: 5432, protocol: 'TCP'}]}]
      """;

  private static ObjectNode stored(ObjectNode slice, String name) {
    ObjectNode stored = slice.deepCopy();
    stored.withObjectProperty("metadata").put("name", name).remove("generateName");
    return stored;
  }

  @Test
  void eachFamilyHasASliceThatSaysTheSame() {
    SlicePlan plan = MirroredSlices.plan(endpoints(TWO), List.of());
    assertThat(plan.create()).hasSize(2);
    ObjectNode four = plan.create().getFirst();
    assertThat(four.path("metadata"))
        .isEqualTo(
            JsonText.of(
                """
                {generateName: 'db-', namespace: 'default',
                 labels: {team: 'a', 'kubernetes.io/service-name': 'db',
                  'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io'},
                 annotations: {note: 'x'},
                 ownerReferences: [{apiVersion: 'v1', kind: 'Endpoints', name: 'db', uid: 'u',
                  controller: true, blockOwnerDeletion: true}]}
                """));
    assertThat(four.path("endpoints").toString())
        .isEqualTo(
            "[{\"addresses\":[\"10.0.0.1\"],\"conditions\":{\"ready\":true},\"nodeName\":\"n\"},"
                + "{\"addresses\":[\"10.0.0.2\"],\"conditions\":{\"ready\":false},\"hostname\":\"h\"}]");
    assertThat(four.path("ports").toString())
        .isEqualTo("[{\"name\":\"sql\",\"protocol\":\"TCP\",\"port\":5432}]");
    assertThat(plan.create().getLast().path("addressType").asText()).isEqualTo("IPv6");
  }

  @Test
  void whatIsThereIsLeftAlone() {
    List<ObjectNode> there =
        MirroredSlices.plan(endpoints(TWO), List.of()).create().stream()
            .map(slice -> stored(slice, "db-" + slice.path("addressType").asText()))
            .toList();
    SlicePlan plan = MirroredSlices.plan(endpoints(TWO), there);
    assertThat(plan.create()).isEmpty();
    assertThat(plan.update()).isEmpty();
    assertThat(plan.delete()).isEmpty();
  }

  @Test
  void aSliceChangesInPlaceAndWhatIsNoMoreGoes() {
    List<ObjectNode> there =
        MirroredSlices.plan(endpoints(TWO), List.of()).create().stream()
            .map(slice -> stored(slice, "db-" + slice.path("addressType").asText()))
            .toList();
    SlicePlan plan =
        MirroredSlices.plan(
            endpoints("[{addresses: [{ip: '10.0.0.9'}], ports: [{name: 'sql', port: 5432}]}]"),
            there);
    assertThat(plan.create()).isEmpty();
    assertThat(plan.update())
        .extracting(each -> each.at("/metadata/name").asText())
        .containsExactly("db-IPv4");
    assertThat(plan.delete())
        .extracting(each -> each.at("/metadata/name").asText())
        .containsExactly("db-IPv6");
    SlicePlan otherPort =
        MirroredSlices.plan(
            endpoints("[{addresses: [{ip: '10.0.0.9'}], ports: [{port: 1}]}]"),
            List.of(there.getFirst()));
    assertThat(otherPort.update()).as("it takes the place of the old one").hasSize(1);
    assertThat(MirroredSlices.plan(endpoints("[]"), there).delete()).hasSize(2);
  }

  @Test
  void atMostAThousandAddressesOfASubsetAreMirrored() {
    StringBuilder many = new StringBuilder("[{ports: [{port: 1}], addresses: [");
    for (int i = 0; i < 1003; i++) {
      many.append("{ip: '10.0.").append(i / 256).append('.').append(i % 256).append("'},");
    }
    SlicePlan plan = MirroredSlices.plan(endpoints(many + "]}]"), List.of());
    assertThat(plan.create().getFirst().path("endpoints")).hasSize(1000);
    assertThat(plan.problems())
        .containsExactly(
            "A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 3"
                + " addresses were skipped");
  }
}
