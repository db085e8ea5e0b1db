package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.model.scheme.Kind;
import dev.muster.views.CoreV1.NodeSpec;
import dev.muster.views.CoreV1.PodSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintEvictionTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TAINT =
      "{\"key\":\"broken\",\"value\":\"disk\",\"effect\":\"NoExecute\"}";

  private final ControlledCluster cluster = new ControlledCluster();
  private final Kind nodes = cluster.kind("v1", "Node");
  private final Kind pods = cluster.kind("v1", "Pod");
  private final TaintEviction eviction =
      new TaintEviction(cluster.writer, cluster.kinds, cluster.clock);
  private String node = "";

  @BeforeEach
  void node() {
    node = cluster.create(nodes, "", "{\"metadata\":{\"name\":\"n\"}}");
    cluster.show(eviction, node);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aPodThatToleratesNothingGoesAtOnce() {
    String pod = pod("");
    assertThat(eviction.sync(pod)).isEqualTo(Sync.DONE);
    assertThat(deleted(pod)).isFalse();
    assertThat(taint(TAINT)).containsExactly(pod);
    assertThat(eviction.sync(pod)).isEqualTo(Sync.DONE);
    assertThat(deleted(pod)).isTrue();
    JsonNode condition = cluster.condition(pod, "DisruptionTarget");
    assertThat(condition.path("status").asText()).isEqualTo("True");
    assertThat(condition.path("reason").asText()).isEqualTo("DeletionByTaintManager");
    assertThat(condition.path("message").asText())
        .isEqualTo("Taint manager: deleting due to NoExecute taint");
    assertThat(cluster.events())
        .containsExactly(
            "taint-eviction-controller Normal TaintManagerEviction: Marking for deletion Pod default/p");
    assertThat(eviction.sync(pod)).isEqualTo(Sync.DONE);
    assertThat(cluster.events()).hasSize(1);
  }

  @Test
  void aPodStaysAsLongAsItTolerates() {
    String pod = pod("{\"key\":\"broken\",\"operator\":\"Exists\",\"tolerationSeconds\":300}");
    taint(TAINT);
    assertThat(eviction.sync(pod)).isEqualTo(Sync.after(Duration.ofMinutes(5)));
    cluster.clock.advance(Duration.ofSeconds(299));
    assertThat(eviction.sync(pod)).isEqualTo(Sync.after(Duration.ofSeconds(1)));
    assertThat(deleted(pod)).isFalse();
    cluster.clock.advance(Duration.ofSeconds(1));
    assertThat(eviction.sync(pod)).isEqualTo(Sync.DONE);
    assertThat(deleted(pod)).isTrue();
  }

  @Test
  void aTaintThatGoesInTimeChangesNothing() {
    String pod = pod("{\"key\":\"broken\",\"operator\":\"Exists\",\"tolerationSeconds\":300}");
    taint(TAINT);
    eviction.sync(pod);
    cluster.clock.advance(Duration.ofSeconds(200));
    assertThat(taint("")).containsExactly(pod);
    assertThat(eviction.sync(pod)).isEqualTo(Sync.DONE);
    assertThat(cluster.events())
        .containsExactly(
            "taint-eviction-controller Normal TaintManagerEviction: Cancelling deletion of Pod default/p");
    taint(TAINT);
    assertThat(eviction.sync(pod)).isEqualTo(Sync.after(Duration.ofMinutes(5)));
  }

  /** Taints: broken=disk:NoExecute, slow:NoExecute, full:NoSchedule. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "all of them      | {\"operator\":\"Exists\"}                                   | forever",
        "by effect        | {\"operator\":\"Exists\",\"effect\":\"NoExecute\"}          | forever",
        "another effect   | {\"operator\":\"Exists\",\"effect\":\"NoSchedule\"}         | 0",
        "one of two       | {\"key\":\"broken\",\"operator\":\"Exists\"}                | 0",
        "another value    | {\"key\":\"broken\",\"value\":\"fan\"},{\"key\":\"slow\",\"operator\":\"Exists\"} | 0",
        "the same value   | {\"key\":\"broken\",\"value\":\"disk\"},{\"key\":\"slow\",\"operator\":\"Exists\"} | forever",
        "the shorter time | {\"key\":\"broken\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":60},{\"key\":\"slow\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":30} | 30",
        "one has an end   | {\"key\":\"broken\",\"operator\":\"Exists\"},{\"key\":\"slow\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":30} | 30",
        "the first counts | {\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":9},{\"operator\":\"Exists\"} | 9",
        "less than none   | {\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":-5} | 0",
      })
  void howLongAPodStays(String name, String tolerations, String seconds) throws IOException {
    JsonNode node =
        JSON.readTree("{\"taints\":[" + TAINT + ",{\"key\":\"slow\",\"effect\":\"NoExecute\"}]}");
    JsonNode pod = JSON.readTree("{\"tolerations\":[" + tolerations + "]}");
    Stay expected =
        seconds.equals("forever")
            ? new Stay.Forever()
            : new Stay.Until(Duration.ofSeconds(Long.parseLong(seconds)));
    assertThat(Stay.of(PodSpec.of(pod).tolerations(), NodeSpec.of(node).taints()))
        .isEqualTo(expected);
  }

  @Test
  void otherChangesOfANodeConcernNobody() {
    pod("");
    cluster.change(nodes, "", "n", "", next -> next.withObject("/metadata/labels").put("a", "b"));
    assertThat(cluster.show(eviction, node)).isEmpty();
    assertThat(taint("{\"key\":\"full\",\"effect\":\"NoSchedule\"}")).isEmpty();
  }

  @Test
  void aPodThatComesLaterIsLookedAtToo() {
    taint(TAINT);
    String pod = pod("");
    eviction.sync(pod);
    assertThat(deleted(pod)).isTrue();
  }

  private boolean deleted(String pod) {
    return cluster.get(pod).path("metadata").has("deletionTimestamp");
  }

  private String pod(String tolerations) {
    String key =
        cluster.create(
            pods,
            "default",
            """
            {"metadata":{"name":"p","namespace":"default"},"spec":{"nodeName":"n","tolerations":[%s],
             "containers":[{"name":"c","image":"i"}]}}
            """
                .formatted(
                    tolerations.replace(
                        "\"tolerationSeconds\"",
                        "\"effect\":\"NoExecute\",\"tolerationSeconds\"")));
    assertThat(cluster.show(eviction, key)).containsExactly(key);
    return key;
  }

  /** The pods that are to be looked at then. */
  private List<String> taint(String taint) {
    cluster.change(
        nodes,
        "",
        "n",
        "",
        next ->
            next.withObject("/spec")
                .set("taints", ControlledCluster.read("{\"a\":[" + taint + "]}").get("a")));
    return cluster.show(eviction, node);
  }
}
