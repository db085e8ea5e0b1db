package dev.muster.controllers.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.tree.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlicePlanTest {
  private static final ObjectNode SERVICE =
      JsonText.of(
          "{metadata: {name: 's', namespace: 'ns', uid: 'u', labels: {team: 'a'}}, spec: {clusterIP: '10.0.0.1', selector: {app: 'x'}, ports: [{name: 'http', protocol: 'TCP', port: 80, targetPort: 8080}]}}");

  private static final AtomicInteger MADE = new AtomicInteger();

  private static ObservedPod pod(int number, boolean ready) {
    return new ObservedPod(
        JsonText.of(
            "{metadata: {name: 'p%d', namespace: 'ns', uid: 'uid%d'}, spec: {nodeName: 'n', containers: [{ports: [{name: 'web', containerPort: 9090, protocol: 'TCP'}]}]}, status: {phase: 'Running', podIPs: [{ip: '10.1.%d.%d'}], conditions: [{type: 'Ready', status: '%s'}]}}"
                .formatted(number, number, number / 250, number % 250, ready ? "True" : "False")));
  }

  private static SlicePlan plan(List<ObservedPod> pods, List<ObjectNode> existing) {
    return SlicePlan.of(SERVICE, "IPv4", pods, existing, node -> Optional.of("z1"));
  }

  /** As if it were written and read again. */
  private static List<ObjectNode> carriedOut(List<ObjectNode> existing, SlicePlan plan) {
    List<ObjectNode> next = new ArrayList<>(existing);
    Set<String> gone = new HashSet<>();
    plan.delete().forEach(slice -> gone.add(name(slice)));
    plan.update().forEach(slice -> gone.add(name(slice)));
    next.removeIf(slice -> gone.contains(name(slice)));
    next.addAll(plan.update());
    for (ObjectNode slice : plan.create()) {
      slice.withObjectProperty("metadata").put("name", "s-" + MADE.incrementAndGet());
      next.add(slice);
    }
    return next.stream().map(slice -> JsonText.of(slice.toString())).toList();
  }

  private static String name(ObjectNode slice) {
    return slice.path("metadata").path("name").asText();
  }

  @Test
  void aServiceWithoutPodsHasOneEmptySlice() {
    SlicePlan plan = plan(List.of(), List.of());
    assertThat(plan.create())
        .singleElement()
        .hasToString(
            "{\"apiVersion\":\"discovery.k8s.io/v1\",\"kind\":\"EndpointSlice\",\"metadata\":{\"generateName\":\"s-\",\"namespace\":\"ns\",\"labels\":{\"team\":\"a\",\"kubernetes.io/service-name\":\"s\",\"endpointslice.kubernetes.io/managed-by\":\"endpointslice-controller.k8s.io\"},\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"name\":\"s\",\"uid\":\"u\",\"controller\":true,\"blockOwnerDeletion\":true}]},\"addressType\":\"IPv4\",\"endpoints\":[],\"ports\":[]}");
    List<ObjectNode> there = carriedOut(List.of(), plan);
    assertThat(plan(List.of(), there))
        .isEqualTo(new SlicePlan(List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void aPodTakesThePlaceOfTheEmptySliceAndGivesItBack() {
    List<ObjectNode> there = carriedOut(List.of(), plan(List.of(), List.of()));
    SlicePlan filled = plan(List.of(pod(1, true)), there);
    assertThat(filled.create()).isEmpty();
    assertThat(filled.update())
        .singleElement()
        .extracting(slice -> slice.path("endpoints").toString())
        .isEqualTo(
            "[{\"addresses\":[\"10.1.0.1\"],\"conditions\":{\"ready\":true,\"serving\":true,\"terminating\":false},\"targetRef\":{\"kind\":\"Pod\",\"namespace\":\"ns\",\"name\":\"p1\",\"uid\":\"uid1\"},\"nodeName\":\"n\",\"zone\":\"z1\"}]");
    there = carriedOut(there, filled);
    SlicePlan unready = plan(List.of(pod(1, false)), there);
    assertThat(unready.update()).hasSize(1);
    SlicePlan empty = plan(List.of(), carriedOut(there, unready));
    assertThat(empty.update()).singleElement().matches(slice -> slice.path("endpoints").isEmpty());
    assertThat(empty.delete()).isEmpty();
  }

  @Test
  void aPodWhoseNodeIsNotThereIsLeftOutAndNamed() {
    SlicePlan plan =
        SlicePlan.of(SERVICE, "IPv4", List.of(pod(1, true)), List.of(), node -> Optional.empty());
    assertThat(plan.problems())
        .containsExactly("skipping Pod p1 for Service ns/s: Node n Not Found");
    assertThat(plan.create()).singleElement().matches(slice -> slice.path("endpoints").isEmpty());
  }

  @Property(tries = 60)
  void whateverChangesEachPodIsInOneSliceOfAtMostAHundred(
      @ForAll List<@IntRange(max = 350) Integer> sizes) {
    List<ObjectNode> slices = List.of();
    for (int size : sizes.stream().limit(6).toList()) {
      List<ObservedPod> pods = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        pods.add(pod(i * 7 % 400, i % 3 > 0));
      }
      slices = carriedOut(slices, plan(pods, slices));
      List<String> told = new ArrayList<>();
      for (ObjectNode slice : slices) {
        assertThat(slice.path("endpoints").size()).isLessThanOrEqualTo(100);
        slice
            .path("endpoints")
            .forEach(each -> told.add(each.path("targetRef").path("name").asText()));
      }
      assertThat(told)
          .containsExactlyInAnyOrderElementsOf(
              pods.stream().map(ObservedPod::name).distinct().toList());
      SlicePlan again = plan(pods, slices);
      assertThat(again.create()).isEmpty();
      assertThat(again.update()).isEmpty();
      assertThat(again.delete()).isEmpty();
    }
  }
}
