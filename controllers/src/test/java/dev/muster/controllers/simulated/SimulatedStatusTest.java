package dev.muster.controllers.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What simulated nodes say of pods; never more than can be known without an image. */
class SimulatedStatusTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private static ObjectNode pod(String securityContext, String... annotations) {
    String text =
        """
        metadata: {name: p, namespace: default, uid: u, generation: 1, annotations: {}}
        spec:
          securityContext: %s
          containers: [{name: c, image: 'web:1'}]
        """
            .formatted(securityContext);
    ObjectNode pod = (ObjectNode) Yaml.toTree(text.getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < annotations.length; i += 2) {
      Meta.annotate(pod, "simulate.muster.dev/" + annotations[i], annotations[i + 1]);
    }
    return pod;
  }

  private static ObjectNode status(ObjectNode pod) {
    return SimulatedStatus.of(pod, "198.18.0.1", NOW).tree();
  }

  private static JsonNode container(ObjectNode pod) {
    return status(pod).path("containerStatuses").path(0);
  }

  @Test
  void aPodRunsAndIsReady() {
    ObjectNode status = status(pod("{}"));
    assertThat(status.path("phase").asText()).isEqualTo("Running");
    assertThat(ObjectConditions.find(status, "Ready").path("status").asText()).isEqualTo("True");
    assertThat(status.path("containerStatuses").path(0).path("state").has("running")).isTrue();
  }

  /** Image: alice is uid 1000, gid 1000, and in the group 50000. */
  @ParameterizedTest(name = "{0}, image {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                                          | no  |"
            + " unknown",
        "{runAsUser: 1000}                                                           | no  |"
            + " unknown",
        "{runAsUser: 1000, runAsGroup: 2}                                            | no  |"
            + " unknown",
        "{runAsUser: 1000, supplementalGroupsPolicy: Strict}                         | no  |"
            + " unknown",
        "{runAsGroup: 2, supplementalGroupsPolicy: Strict}                           | no  |"
            + " unknown",
        "{runAsUser: 1000, runAsGroup: 2, supplementalGroupsPolicy: Strict, fsGroup: 7} | no  |"
            + " 1000 2 [2,7]",
        "{}                                                                          | yes | 1000"
            + " 1000 [1000,50000]",
        "{runAsUser: 9999}                                                           | yes | 9999 0"
            + " [0]",
        "{runAsGroup: 2}                                                             | yes | 1000 2"
            + " [2,50000]",
        "{supplementalGroups: [3], supplementalGroupsPolicy: Strict}                 | yes | 1000"
            + " 1000 [3,1000]",
      })
  void theUserIsPredictedWhereItCanBeKnown(String context, String described, String expected) {
    ObjectNode pod =
        described.equals("yes")
            ? pod(
                context,
                "image-user",
                "alice",
                "image-passwd",
                "alice:x:1000:1000::/:/bin/sh\n",
                "image-group",
                "more:x:50000:alice\n")
            : pod(context);
    JsonNode user = container(pod).path("user").path("linux");
    assertThat(
            user.isMissingNode()
                ? "unknown"
                : user.path("uid") + " " + user.path("gid") + " " + user.path("supplementalGroups"))
        .isEqualTo(expected);
  }

  @Test
  void aContainerThatWouldBeRefusedIsNotSaidToRun() {
    ObjectNode status = status(pod("{runAsUser: 0, runAsNonRoot: true}"));
    assertThat(status.path("phase").asText()).isEqualTo("Pending");
    assertThat(ObjectConditions.find(status, "Ready").path("status").asText()).isEqualTo("False");
    JsonNode waiting = status.path("containerStatuses").path(0).path("state").path("waiting");
    assertThat(waiting.path("reason").asText()).isEqualTo("CreateContainerConfigError");
    assertThat(waiting.path("message").asText())
        .isEqualTo(
            "container's runAsUser breaks non-root policy (pod: \"p_default(u)\", container: c)");
  }

  @Test
  void aPodFailsOnCommandWithACode() {
    JsonNode end =
        container(pod("{}", "phase", "Failed", "exit-code", "42")).path("state").path("terminated");
    assertThat(end.path("exitCode").asInt()).isEqualTo(42);
    assertThat(end.path("reason").asText()).isEqualTo("Error");
    assertThat(status(pod("{}", "phase", "Failed")).path("phase").asText()).isEqualTo("Failed");
    JsonNode done =
        container(pod("{}", "phase", "Succeeded", "exit-code", "42"))
            .path("state")
            .path("terminated");
    assertThat(done.path("exitCode").asInt()).isZero();
  }

  @Test
  void aPodRestartsOnCommand() {
    JsonNode container = container(pod("{}", "restarts", "3", "exit-code", "137"));
    assertThat(container.path("restartCount").asInt()).isEqualTo(3);
    assertThat(container.path("state").has("running")).isTrue();
    assertThat(container.path("lastState").path("terminated").path("exitCode").asInt())
        .isEqualTo(137);
  }

  @ParameterizedTest
  @CsvSource({"restarts, -1", "restarts, 99999999999", "exit-code, x", "phase, Unknown"})
  void anAnnotationThatSaysNothingChangesNothing(String name, String value) {
    assertThat(status(pod("{}", name, value))).isEqualTo(status(pod("{}")));
  }

  @Test
  void whatWasSaidIsNotSaidAgain() {
    ObjectNode pod = pod("{}", "restarts", "1");
    ObjectNode status = status(pod);
    assertThat(StatusDifference.covers(pod.path("status"), status)).isFalse();
    ObjectNode there = status.deepCopy();
    there.withArray("conditions").addObject().put("type", "others.dev/Gate").put("status", "True");
    pod.set("status", there);
    ObjectNode later = SimulatedStatus.of(pod, "198.18.0.1", NOW.plusSeconds(60)).tree();
    assertThat(StatusDifference.covers(pod.path("status"), later)).isTrue();
    assertThat(later.path("conditions")).isEqualTo(status.path("conditions"));
    Meta.annotate(pod, Simulation.READY, "false");
    assertThat(StatusDifference.covers(there, status(pod))).isFalse();
  }

  @Test
  void aReadinessGateKeepsAPodFromBeingReady() {
    ObjectNode pod = pod("{}");
    pod.withObject("/spec").putArray("readinessGates").addObject().put("conditionType", "a.dev/up");
    ObjectNode status = status(pod);
    assertThat(ObjectConditions.find(status, "Ready").path("status").asText()).isEqualTo("False");
    assertThat(ObjectConditions.find(status, "ContainersReady").path("status").asText())
        .isEqualTo("True");
  }

  @Test
  void podsHaveDifferentAddressesAndKeepThem() {
    SimulatedAddresses addresses = new SimulatedAddresses();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 70_000; i++) {
      assertThat(seen.add(addresses.of(uid("u" + i)))).isTrue();
    }
    assertThat(addresses.of(uid("u7"))).isEqualTo("198.18.0.8");
    ObjectNode known = uid("known");
    known.putObject("status").put("podIP", "198.19.200.1");
    assertThat(addresses.of(known)).isEqualTo("198.19.200.1");
  }

  private static ObjectNode uid(String uid) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.putObject("metadata").put("uid", uid);
    return pod;
  }
}
