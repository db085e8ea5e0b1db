package dev.muster.apiserver.controllers;

import static dev.muster.apiserver.controllers.LiveCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NamespaceDeletionTest {
  private static final String NAMESPACES = "/api/v1/namespaces";

  private LiveCluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    cluster = new LiveCluster(directory, "*");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private String namespace(String name) {
    JsonNode unused = cluster.ask("POST", NAMESPACES, object("v1", "Namespace", name, "", ""));
    return NAMESPACES + "/" + name;
  }

  private void create(String collection, String object) {
    JsonNode unused = cluster.ask("POST", collection, object);
  }

  private void delete(String path) {
    JsonNode unused = cluster.ask("DELETE", path, "");
  }

  @Test
  void everythingInItGoesWithIt() {
    String path = namespace("full");
    create(path + "/configmaps", object("v1", "ConfigMap", "m", "", ""));
    create(path + "/secrets", object("v1", "Secret", "s", "", ""));
    create(
        path + "/pods",
        object(
            "v1", "Pod", "p", "", ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"));
    String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/full/roles";
    create(roles, object("rbac.authorization.k8s.io/v1", "Role", "r", "", ""));
    delete(path);
    cluster.awaitGone(NAMESPACES, "full");
    assertThat(cluster.get(path + "/configmaps").path("items")).isEmpty();
    assertThat(cluster.get(path + "/secrets").path("items")).isEmpty();
    assertThat(cluster.get(path + "/pods").path("items")).isEmpty();
    assertThat(cluster.get(path + "/serviceaccounts").path("items")).isEmpty();
    assertThat(cluster.get(roles).path("items")).isEmpty();
  }

  @Test
  void whileSomethingIsLeftItSaysWhat() {
    String path = namespace("held");
    create(
        path + "/configmaps",
        object("v1", "ConfigMap", "m", ",\"finalizers\":[\"example.com/hold\"]", ""));
    delete(path);
    JsonNode status =
        cluster
            .await(
                NAMESPACES,
                "held",
                object ->
                    message(object, "NamespaceContentRemaining").contains("configmaps. has 1"))
            .path("status");
    assertThat(status.path("phase").asText()).isEqualTo("Terminating");
    JsonNode now =
        cluster.await(
            NAMESPACES,
            "held",
            object ->
                message(object, "NamespaceContentRemaining")
                    .equals("Some resources are remaining: configmaps. has 1 resource instances"));
    assertThat(message(now, "NamespaceFinalizersRemaining"))
        .isEqualTo(
            "Some content in the namespace has finalizers remaining:"
                + " example.com/hold in 1 resource instances");
    assertThat(message(now, "NamespaceDeletionContentFailure"))
        .isEqualTo("All content successfully deleted, may be waiting on finalization");
    JsonNode unused =
        cluster.ask("PUT", path + "/configmaps/m", object("v1", "ConfigMap", "m", "", ""));
    cluster.awaitGone(NAMESPACES, "held");
  }

  @Test
  void nothingElseIsTouchedBeforeItsPodsAreGone() {
    String path = namespace("ordered");
    create(path + "/configmaps", object("v1", "ConfigMap", "m", "", ""));
    create(
        path + "/pods",
        object(
            "v1",
            "Pod",
            "p",
            ",\"finalizers\":[\"example.com/hold\"]",
            ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"));
    delete(path);
    JsonNode now =
        cluster.await(
            NAMESPACES,
            "ordered",
            object -> !message(object, "NamespaceDeletionContentFailure").isEmpty());
    assertThat(now.at("/status/phase").asText()).isEqualTo("Terminating");
    // what is left is counted only once the pods are gone
    assertThat(message(now, "NamespaceContentRemaining"))
        .isEqualTo("All content successfully removed");
    assertThat(cluster.get(path + "/pods/p").path("metadata").has("deletionTimestamp")).isTrue();
    assertThat(cluster.get(path + "/configmaps/m").path("metadata").has("deletionTimestamp"))
        .isFalse();
    JsonNode pod = cluster.get(path + "/pods/p");
    ((ObjectNode) pod.path("metadata")).remove("finalizers");
    JsonNode unused = cluster.ask("PUT", path + "/pods/p", pod.toString());
    cluster.awaitGone(NAMESPACES, "ordered");
    assertThat(cluster.exists(path + "/configmaps/m")).isFalse();
  }

  @Test
  void podsThatShouldBeGoneAreTold() {
    String path = namespace("stuck");
    create(
        path + "/pods",
        object(
            "v1",
            "Pod",
            "p",
            "",
            ",\"spec\":{\"nodeName\":\"n\",\"terminationGracePeriodSeconds\":1,"
                + "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"));
    delete(path);
    JsonNode unused =
        cluster.await(
            NAMESPACES,
            "stuck",
            object ->
                message(object, "NamespaceDeletionContentFailure")
                    .equals(
                        "Failed to delete all resource types, 1 remaining: unexpected items still"
                            + " remain in namespace: stuck for gvr: /v1, Resource=pods"));
    JsonNode unusedEnd = cluster.ask("DELETE", path + "/pods/p", "{\"gracePeriodSeconds\":0}");
    cluster.awaitGone(NAMESPACES, "stuck");
  }

  private static String message(JsonNode namespace, String type) {
    for (JsonNode condition : namespace.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("message").asText();
      }
    }
    return "";
  }

  @Test
  void scheduledPodsAreGivenTheirGracePeriod() {
    String path = namespace("graceful");
    create(
        path + "/pods",
        object(
            "v1",
            "Pod",
            "p",
            "",
            ",\"spec\":{\"nodeName\":\"n\",\"terminationGracePeriodSeconds\":5,"
                + "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"));
    delete(path);
    JsonNode pod =
        cluster.await(
            path + "/pods", "p", object -> object.path("metadata").has("deletionTimestamp"));
    assertThat(pod.at("/metadata/deletionGracePeriodSeconds").asLong()).isEqualTo(5);
    JsonNode unused = cluster.ask("DELETE", path + "/pods/p", "{\"gracePeriodSeconds\":0}");
    cluster.awaitGone(NAMESPACES, "graceful");
  }

  @Test
  void aNamespaceOfTheSameNameStartsAnew() {
    for (int round = 0; round < 3; round++) {
      String path = namespace("again");
      cluster.awaitPresent(path + "/serviceaccounts", "default");
      cluster.awaitPresent(path + "/configmaps", "kube-root-ca.crt");
      delete(path);
      cluster.awaitGone(NAMESPACES, "again");
    }
  }
}
