package dev.muster.apiserver.customresources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Definitions of other projects are taken as they are, and so are their objects. */
@Timeout(60)
class RealDefinitionsTest {
  private static RunningServer server;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = server.client();
    RealDefinitions.names().forEach(RealDefinitionsTest::define);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void define(String name) {
    Answer made =
        client.text(
            "POST",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldValidation=Strict",
            "application/yaml",
            RealDefinitions.yaml(name));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
  }

  @Test
  void allAreEstablished() {
    assertThat(RealDefinitions.names()).hasSizeGreaterThanOrEqualTo(4);
    RealDefinitions.names()
        .forEach(
            name -> {
              Answer found =
                  client.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + name);
              assertThat(found.json().at("/status/conditions"))
                  .as(name)
                  .anyMatch(
                      condition ->
                          condition.path("type").asText().equals("Established")
                              && condition.path("status").asText().equals("True"));
            });
  }

  @Test
  void anObjectOfFlinkIsPrunedJudgedAndShown() {
    String path = "/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments";
    String object =
        """
        apiVersion: flink.apache.org/v1beta1
        kind: FlinkDeployment
        metadata: {name: basic}
        spec:
          image: flink:1.20
          flinkVersion: v1_20
          serviceAccount: flink
          flinkConfiguration: {taskmanager.numberOfTaskSlots: "2"}
          jobManager: {resource: {memory: 2048m, cpu: 1}}
          taskManager: {resource: {memory: 2048m, cpu: 1}}
          job: {jarURI: "local:///opt/flink/examples/StateMachineExample.jar", parallelism: 2}
          podTemplate:
            spec: {containers: [{name: flink-main-container, env: [{name: A, value: b}]}]}
          unheardOf: true
        """;
    Answer made = client.text("POST", path, "application/yaml", object);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    assertThat(made.json().at("/spec").has("unheardOf")).isFalse();
    assertThat(made.at("/spec/podTemplate/spec/containers/0/env/0/value")).isEqualTo("b");
    Answer refused = client.text("POST", path, "application/yaml", object.replace("v1_20", "v0_1"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.at("/message"))
        .contains("spec.flinkVersion: Unsupported value: \"v0_1\": supported values: \"v1_13\",");
  }

  @Test
  void anObjectOfDebeziumIsTakenAndApplied() {
    String path = "/apis/debezium.io/v1alpha1/namespaces/default/debeziumservers/my";
    Answer applied =
        client.text(
            "PATCH",
            path + "?fieldManager=me",
            "application/apply-patch+yaml",
            """
            apiVersion: debezium.io/v1alpha1
            kind: DebeziumServer
            metadata: {name: my}
            spec:
              version: 3.3.0.Final
              sink: {type: kafka, config: {producer.bootstrap.servers: "kafka:9092"}}
              source: {class: io.debezium.connector.mongodb.MongoDbConnector, config: {tasks.max: 1}}
            """);
    assertThat(applied.status()).as(applied.body()).isEqualTo(201);
    assertThat(applied.at("/spec/sink/type")).isEqualTo("kafka");
  }
}
