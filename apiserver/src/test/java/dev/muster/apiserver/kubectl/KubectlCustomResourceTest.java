package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.customresources.ConvertingServer;
import dev.muster.apiserver.customresources.RealDefinitions;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A definition and its objects, as kubectl sees them. */
@Timeout(120)
@MostlyWaits
class KubectlCustomResourceTest {
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: crontabs.stable.example.com}
      spec:
        group: stable.example.com
        scope: Namespaced
        names: {plural: crontabs, kind: CronTab, shortNames: [ct], categories: [all]}
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  description: What is wanted.
                  required: [image]
                  properties:
                    image: {type: string, description: The image to run.}
                    replicas: {type: integer, minimum: 0, default: 1}
                  x-kubernetes-validations:
                  - {rule: "self.replicas < 10", message: too many replicas}
                status:
                  type: object
                  properties:
                    replicas: {type: integer}
                    selector: {type: string}
          subresources:
            status: {}
            scale:
              specReplicasPath: .spec.replicas
              statusReplicasPath: .status.replicas
              labelSelectorPath: .status.selector
          additionalPrinterColumns:
          - {name: Image, type: string, jsonPath: .spec.image}
          - {name: Replicas, type: integer, jsonPath: .spec.replicas}
      """;
  private static final String OBJECT =
      """
      apiVersion: stable.example.com/v1
      kind: CronTab
      metadata: {name: nightly}
      spec: {image: busybox}
      """;

  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.withControllers(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aDefinitionIsAppliedUsedAndDeleted() {
    assertThat(kubectl.piped(DEFINITION, "apply", "-f", "-").ok())
        .isEqualTo(
            "customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com created");
    kubectl
        .run(
            "wait",
            "--for=condition=Established",
            "crd/crontabs.stable.example.com",
            "--timeout=5s")
        .ok();
    assertThat(kubectl.run("explain", "crontab.spec").ok())
        .contains("What is wanted.")
        .containsPattern("image\\s+<string> -required-\\s+The image to run.");
    assertThat(kubectl.piped(OBJECT, "apply", "-f", "-").ok())
        .isEqualTo("crontab.stable.example.com/nightly created");
    assertThat(kubectl.run("get", "ct").ok())
        .containsPattern("NAME +IMAGE +REPLICAS\nnightly +busybox +1");
    assertThat(
            kubectl
                .piped(OBJECT.replace("busybox}", "busybox, replicas: 12}"), "apply", "-f", "-")
                .refused())
        .contains("spec: Invalid value:")
        .contains("too many replicas");
    kubectl.run("scale", "ct/nightly", "--replicas=3").ok();
    kubectl
        .run(
            "patch",
            "ct",
            "nightly",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"replicas\":3}}")
        .ok();
    assertThat(
            kubectl
                .run("get", "ct", "nightly", "-o=jsonpath={.spec.replicas} {.status.replicas}")
                .ok())
        .isEqualTo("3 3");
    assertThat(kubectl.run("get", "all").ok()).contains("crontab.stable.example.com/nightly");
    kubectl.run("delete", "crd", "crontabs.stable.example.com", "--timeout=30s").ok();
    assertThat(kubectl.run("get", "crontabs.stable.example.com").refused())
        .contains("the server doesn't have a resource type");
  }

  @Test
  void namespacesAndOwnersTakeObjectsAlong() {
    String definition =
        DEFINITION.replace("stable.example", "owned.example").replace("shortNames: [ct], ", "");
    kubectl.piped(definition, "apply", "-f", "-").ok();
    String object = OBJECT.replace("stable.example", "owned.example");
    Kubectl inside = kubectl.inNew("gone");
    inside.piped(object, "create", "-f", "-").ok();
    kubectl.run("delete", "namespace", "gone", "--timeout=60s").ok();
    kubectl.run("create", "configmap", "owner").ok();
    String uid = kubectl.run("get", "configmap", "owner", "-o=jsonpath={.metadata.uid}").ok();
    String owner = "[{apiVersion: v1, kind: ConfigMap, name: owner, uid: " + uid + "}]";
    kubectl
        .piped(
            object.replace("{name: nightly}", "{name: nightly, ownerReferences: " + owner + "}"),
            "create",
            "-f",
            "-")
        .ok();
    kubectl.run("delete", "configmap", "owner").ok();
    kubectl.run("wait", "--for=delete", "crontabs.owned.example.com/nightly", "--timeout=60s").ok();
  }

  @Test
  void aDefinitionOfAnotherProjectIsAppliedAndExplained() {
    String flink = "flinkdeployments.flink.apache.org";
    kubectl.piped(RealDefinitions.yaml(flink), "create", "-f", "-").ok();
    assertThat(kubectl.run("explain", "flinkdeployment.spec.job").ok())
        .contains("GROUP:      flink.apache.org")
        .containsPattern("jarURI\\s+<string>")
        .containsPattern("parallelism\\s+<integer>");
    assertThat(kubectl.run("get", "flinkdep", "-o=name").ok()).isEmpty();
    kubectl.run("delete", "crd", flink, "--timeout=30s").ok();
  }

  @Test
  void aServerConvertsBetweenVersions(@TempDir Path directory) throws IOException {
    try (ConvertingServer converter = ConvertingServer.start(directory)) {
      kubectl
          .piped(
              """
              apiVersion: apiextensions.k8s.io/v1
              kind: CustomResourceDefinition
              metadata: {name: rulers.conv.example.com}
              spec:
                group: conv.example.com
                scope: Namespaced
                names: {plural: rulers, kind: Ruler}
                conversion: %s
                versions:
                - name: v1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
                - name: v2
                  served: true
                  storage: false
                  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {measure: {type: string}}}}}}
                  additionalPrinterColumns: [{name: Measure, type: string, jsonPath: .spec.measure}]
              """
                  .formatted(converter.conversion().replace("\n", " ")),
              "create",
              "-f",
              "-")
          .ok();
      kubectl
          .piped(
              """
              apiVersion: conv.example.com/v1
              kind: Ruler
              metadata: {name: short}
              spec: {size: 15}
              """,
              "apply",
              "-f",
              "-")
          .ok();
      assertThat(kubectl.run("get", "rulers.v2.conv.example.com").ok())
          .containsPattern("NAME +MEASURE\nshort +15 cm");
      kubectl.run("delete", "crd", "rulers.conv.example.com", "--timeout=30s").ok();
    }
  }
}
