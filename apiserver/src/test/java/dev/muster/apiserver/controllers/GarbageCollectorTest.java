package dev.muster.apiserver.controllers;

import static dev.muster.apiserver.controllers.LiveCluster.object;
import static dev.muster.apiserver.controllers.LiveCluster.ownedBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GarbageCollectorTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

  private LiveCluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    cluster = new LiveCluster(directory, "garbage-collector-controller");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private JsonNode map(String name, String metadata) {
    return cluster.ask("POST", MAPS, object("v1", "ConfigMap", name, metadata, ""));
  }

  private void delete(String path, String propagation) {
    JsonNode unused =
        cluster.ask("DELETE", path, "{\"propagationPolicy\":\"%s\"}".formatted(propagation));
  }

  @Test
  void inTheBackgroundDependentsGoAfterTheirOwner() {
    JsonNode owner = map("bg-owner", "");
    JsonNode child = map("bg-child", ownedBy(owner));
    map("bg-grandchild", ownedBy(child));
    delete(MAPS + "/bg-owner", "Background");
    assertThat(cluster.exists(MAPS + "/bg-owner")).isFalse();
    cluster.awaitGone(MAPS, "bg-child");
    cluster.awaitGone(MAPS, "bg-grandchild");
  }

  @Test
  void aDependentStaysWithTheOwnerItHasLeft() {
    JsonNode first = map("two-first", "");
    JsonNode second = map("two-second", "");
    map("two-child", ownedBy(first, second));
    delete(MAPS + "/two-first", "Background");
    JsonNode child =
        cluster.await(
            MAPS,
            "two-child",
            object -> object.path("metadata").path("ownerReferences").size() == 1);
    assertThat(child.at("/metadata/ownerReferences/0/name").asText()).isEqualTo("two-second");
  }

  @Test
  void inTheForegroundTheOwnerWaitsForItsDependents() {
    JsonNode owner = map("fg-owner", "");
    map("fg-child", ownedBy(owner) + ",\"finalizers\":[\"example.com/hold\"]");
    delete(MAPS + "/fg-owner", "Foreground");
    cluster.await(MAPS, "fg-child", object -> object.path("metadata").has("deletionTimestamp"));
    assertThat(cluster.get(MAPS + "/fg-owner").at("/metadata/finalizers/0").asText())
        .isEqualTo("foregroundDeletion");
    JsonNode unused =
        cluster.ask("PUT", MAPS + "/fg-child", object("v1", "ConfigMap", "fg-child", "", ""));
    cluster.awaitGone(MAPS, "fg-child");
    cluster.awaitGone(MAPS, "fg-owner");
  }

  @Test
  void inTheForegroundTheDependentsOfDependentsGoFirst() {
    JsonNode owner = map("deep-owner", "");
    JsonNode child = map("deep-child", ownedBy(owner));
    map("deep-grandchild", ownedBy(child) + ",\"finalizers\":[\"example.com/hold\"]");
    delete(MAPS + "/deep-owner", "Foreground");
    cluster.await(
        MAPS, "deep-grandchild", object -> object.path("metadata").has("deletionTimestamp"));
    assertThat(cluster.get(MAPS + "/deep-child").at("/metadata/finalizers/0").asText())
        .isEqualTo("foregroundDeletion");
    JsonNode unused =
        cluster.ask(
            "PUT", MAPS + "/deep-grandchild", object("v1", "ConfigMap", "deep-grandchild", "", ""));
    cluster.awaitGone(MAPS, "deep-owner");
    assertThat(cluster.exists(MAPS + "/deep-child")).isFalse();
  }

  @Test
  void aCircleOfOwnersIsDeletedInTheForeground() {
    JsonNode one = map("circle-one", "");
    JsonNode two = map("circle-two", ownedBy(one));
    JsonNode unused =
        cluster.ask(
            "PUT", MAPS + "/circle-one", object("v1", "ConfigMap", "circle-one", ownedBy(two), ""));
    delete(MAPS + "/circle-one", "Foreground");
    cluster.awaitGone(MAPS, "circle-one");
    cluster.awaitGone(MAPS, "circle-two");
  }

  @Test
  void orphansLoseTheirOwnerAndStay() {
    JsonNode owner = map("or-owner", "");
    map("or-child", ownedBy(owner));
    delete(MAPS + "/or-owner", "Orphan");
    cluster.awaitGone(MAPS, "or-owner");
    assertThat(cluster.get(MAPS + "/or-child").path("metadata").has("ownerReferences")).isFalse();
  }

  @Test
  void anOwnerThatWasNeverThereIsAbsent() {
    JsonNode owner = map("never-owner", "");
    ((ObjectNode) owner.path("metadata")).put("uid", "11111111-2222-3333-4444-555555555555");
    map("never-child", ownedBy(owner));
    cluster.awaitGone(MAPS, "never-child");
    assertThat(cluster.exists(MAPS + "/never-owner")).isTrue();
  }

  @Test
  void anOwnerInAnotherNamespaceIsAbsent() {
    JsonNode unused =
        cluster.ask("POST", "/api/v1/namespaces", object("v1", "Namespace", "elsewhere", "", ""));
    JsonNode owner = map("far-owner", "");
    String maps = "/api/v1/namespaces/elsewhere/configmaps";
    JsonNode child =
        cluster.ask("POST", maps, object("v1", "ConfigMap", "far-child", ownedBy(owner), ""));
    assertThat(child.at("/metadata/name").asText()).isEqualTo("far-child");
    cluster.awaitGone(maps, "far-child");
    assertThat(cluster.exists(MAPS + "/far-owner")).isTrue();
  }

  @Test
  void clusterWideOwnersOwnNamespacedObjectsOfOtherKinds() {
    JsonNode owner =
        cluster.ask(
            "POST",
            ROLES,
            object("rbac.authorization.k8s.io/v1", "ClusterRole", "wide-owner", "", ""));
    map("wide-child", ownedBy(owner));
    delete(ROLES + "/wide-owner", "Background");
    cluster.awaitGone(MAPS, "wide-child");
  }

  @Test
  void namespacedOwnersOfClusterWideObjectsAndUnknownKindsCollectNothing() {
    JsonNode owner = map("odd-owner", "");
    JsonNode role =
        cluster.ask(
            "POST",
            ROLES,
            object("rbac.authorization.k8s.io/v1", "ClusterRole", "odd-role", ownedBy(owner), ""));
    ObjectNode unknown = owner.deepCopy();
    unknown.put("kind", "Unheard");
    map("odd-child", ownedBy(unknown));
    delete(MAPS + "/odd-owner", "Background");
    // one worked off later than both, so that both were looked at before it
    JsonNode last = map("odd-last", "");
    map("odd-last-child", ownedBy(last));
    delete(MAPS + "/odd-last", "Background");
    cluster.awaitGone(MAPS, "odd-last-child");
    assertThat(cluster.exists(ROLES + "/" + role.at("/metadata/name").asText())).isTrue();
    assertThat(cluster.exists(MAPS + "/odd-child")).isTrue();
  }

  @Test
  void dependentsCreatedWhileTheirOwnerGoesDoNotLeak() {
    JsonNode owner = map("race-owner", "");
    String owned = ownedBy(owner);
    List<String> names = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 60; i++) {
        String name = "race-" + i;
        names.add(name);
        threads.execute(() -> map(name, owned));
        if (i == 30) {
          threads.execute(() -> delete(MAPS + "/race-owner", "Background"));
        }
      }
    }
    names.forEach(name -> cluster.awaitGone(MAPS, name));
  }
}
