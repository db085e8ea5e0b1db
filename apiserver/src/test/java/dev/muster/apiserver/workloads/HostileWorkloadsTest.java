package dev.muster.apiserver.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ControllerConnections;
import dev.muster.controllers.RunningControllers;
import dev.muster.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who may make objects could make of controllers' own names and rights. */
class HostileWorkloadsTest {
  private static RunningServer server;
  private static RunningControllers controllers;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.recordedWithControllers(directory);
    controllers = InProcessControllers.start(server.server());
    client = server.client();
  }

  @AfterAll
  static void stop() {
    controllers.close();
    server.close();
  }

  private static void create(String path, String json) {
    assertThat(client.json("POST", path, json).status()).as(json).isEqualTo(201);
  }

  private static JsonNode items(String namespace, String label) {
    return client
        .get("/api/v1/namespaces/" + namespace + "/pods?labelSelector=app%3D" + label)
        .json()
        .path("items");
  }

  /** What nobody controls is indexed by a slash and its namespace; the text is nobody's uid. */
  @Test
  void anOwnerWhoseUidLooksLikeANamespaceMakesNoOrphan() throws Exception {
    create(
        "/api/v1/namespaces/kube-public/pods",
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"posing","labels":{"app":"slash"},
         "finalizers":["example.com/stays"],
         "ownerReferences":[{"apiVersion":"example.com/v1","kind":"Thing","name":"t","uid":"/default",
          "controller":true}]},"spec":{"containers":[{"name":"c","image":"i"}]}}
        """);
    create(
        "/apis/apps/v1/namespaces/default/replicasets",
        """
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"slash"},
         "spec":{"replicas":1,"selector":{"matchLabels":{"app":"slash"}},
          "template":{"metadata":{"labels":{"app":"slash"}},
           "spec":{"containers":[{"name":"c","image":"i"}]}}}}
        """);
    Await.until("a pod of its own", () -> items("default", "slash").size() == 1);
    assertThat(items("default", "slash").path(0).at("/metadata/name").asText())
        .startsWith("slash-");
    assertThat(items("kube-public", "slash").path(0).at("/metadata/ownerReferences/0/uid").asText())
        .isEqualTo("/default");
  }

  /** A queue has keys of Jobs, and others of pods that belong to none. */
  @Test
  void aJobInANamespaceCalledPodIsWorkedOn() throws Exception {
    create(
        "/api/v1/namespaces",
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"pod\"}}");
    create(
        "/apis/batch/v1/namespaces/pod/jobs",
        """
        {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j"},
         "spec":{"template":{"metadata":{"labels":{"app":"j"}},
          "spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}
        """);
    Await.until("the Job's pod", () -> items("pod", "j").size() == 1);
  }

  /** Where a file says who decides, RBAC among them, controllers have their roles and no more. */
  @Test
  void controllersHaveTheirOwnRightsUnderAConfigurationFile(@TempDir Path directory)
      throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("authz.yaml"),
            """
            apiVersion: apiserver.config.k8s.io/v1
            kind: AuthorizationConfiguration
            authorizers:
            - {type: RBAC, name: rbac}
            """);
    try (RunningServer guarded =
        RunningServer.configured(
            directory, config -> config.with(Authorization.configured(file)))) {
      ControllerConnections connections = guarded.server().controllerConnections();
      try (ApiClient replicaSets = new ApiClient(connections.as("replicaset-controller"));
          ApiClient scheduler = new ApiClient(connections.scheduler());
          ApiClient informers = new ApiClient(connections.shared())) {
        String pods = "/api/v1/namespaces/default/pods";
        assertThat(replicaSets.get(pods).path("kind").asText()).isEqualTo("PodList");
        assertThat(scheduler.get(pods).path("kind").asText()).isEqualTo("PodList");
        assertThat(informers.get(pods).path("kind").asText()).isEqualTo("PodList");
        assertMayNot(replicaSets, "/api/v1/namespaces/default/secrets");
        assertMayNot(scheduler, "/api/v1/namespaces/default/secrets");
        assertMayNot(
            replicaSets, "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/cluster-admin");
      }
    }
  }

  private static void assertMayNot(ApiClient who, String path) {
    assertThatThrownBy(() -> who.get(path))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.code()).isEqualTo(403));
  }
}
