package dev.muster.node.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.model.codec.Yaml;
import dev.muster.node.cluster.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scheduler beside an API server, with nodes that nobody runs. */
class SchedulerTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private static ApiServer server;
  private static ApiClient admin;
  private static ApiClient client;
  private static Scheduler scheduler;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server =
        ApiServer.start(
            ServerConfig.in(directory)
                .onPort(0)
                .with(Authorization.by("RBAC"))
                .with(Admission.without("ServiceAccount", "TaintNodesByCondition")));
    admin = new ApiClient(ClientConfig.read(server.kubeconfig()));
    client =
        new ApiClient(
            ClientConfig.parse(
                server.kubeconfigFor("system:kube-scheduler", List.of("system:authenticated")),
                directory.resolve("scheduler.kubeconfig")));
    scheduler = Scheduler.start(client, Clock.systemUTC());
    for (String zone : List.of("one", "two")) {
      ObjectNode made =
          admin.create(
              "/api/v1/nodes",
              tree("metadata: {name: %s, labels: {zone: %s}}".formatted(zone, zone)));
      made.set("status", tree("allocatable: {cpu: \"2\", memory: 4Gi, pods: \"10\"}"));
      admin.replace("/api/v1/nodes/" + zone + "/status", made);
    }
    for (String name : List.of("low", "high")) {
      admin.create(
          "/apis/scheduling.k8s.io/v1/priorityclasses",
          tree("metadata: {name: %s}\nvalue: %d".formatted(name, name.equals("low") ? 1 : 10)));
    }
  }

  @AfterAll
  static void stop() {
    scheduler.close();
    client.close();
    admin.close();
    server.close();
  }

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static void pod(String name, String spec) throws IOException {
    String set = name.replaceAll("-.*", "");
    admin.create(
        PODS, tree("metadata: {name: %s, labels: {set: %s}}\nspec: %s".formatted(name, set, spec)));
  }

  private static JsonNode await(String name, String pointer, String value) throws Exception {
    return Await.until(
        name + " " + pointer + " " + value,
        () -> admin.get(PODS + "/" + name),
        pod -> pod.at(pointer).asText().equals(value));
  }

  private static void kill(String name) throws IOException {
    admin.delete(PODS + "/" + name, tree("gracePeriodSeconds: 0"));
  }

  private static String message(JsonNode pod, String type) {
    for (JsonNode condition : pod.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("reason").asText() + ": " + condition.path("message").asText();
      }
    }
    return "";
  }

  @Test
  void theLessImportantMakeWayAndTheirNodeIsNominated() throws Exception {
    String all =
        "{nodeSelector: {zone: one}, priorityClassName: %s, containers: [{name: c, image: i, resources: {requests: {cpu: \"2\"}}}]}";
    pod("victim", all.formatted("low"));
    await("victim", "/spec/nodeName", "one");
    pod("preemptor", all.formatted("high"));
    JsonNode waiting = await("preemptor", "/status/nominatedNodeName", "one");
    assertThat(message(waiting, "PodScheduled"))
        .startsWith(
            "Unschedulable: 0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match Pod's"
                + " node affinity/selector.");
    JsonNode victim = admin.get(PODS + "/victim");
    assertThat(victim.path("metadata").has("deletionTimestamp")).isTrue();
    assertThat(message(victim, "DisruptionTarget"))
        .isEqualTo(
            "PreemptionByScheduler: default-scheduler: preempting to accommodate a higher priority"
                + " pod");
    Await.until(
        "the victim's event",
        () -> admin.get("/api/v1/namespaces/default/events"),
        events ->
            events
                .toString()
                .contains(
                    "Preempted by pod " + waiting.at("/metadata/uid").asText() + " on node one"));
    // nobody less important takes the room that is made
    pod("late", all.formatted("low"));
    kill("victim");
    await("preemptor", "/spec/nodeName", "one");
    assertThat(admin.get(PODS + "/late").at("/spec/nodeName").asText()).isEmpty();
    kill("late");
    kill("preemptor");
  }

  @Test
  void podsOfASetSpreadAsTheyAsk() throws Exception {
    String spread =
        "{topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable:"
            + " DoNotSchedule, labelSelector: {matchLabels: {set: s}}}], affinity: {nodeAffinity:"
            + " {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, preference:"
            + " {matchExpressions: [{key: zone, operator: In, values: [two]}]}}]}}, containers:"
            + " [{name: c, image: i}]}";
    pod("s-1", spread);
    await("s-1", "/spec/nodeName", "two");
    pod("s-2", spread);
    await("s-2", "/spec/nodeName", "one");
    kill("s-1");
    kill("s-2");
  }
}
