package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Yaml;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields of a feature that is off, in all kinds that hold the spec of a pod. */
class TraitedPodSpecsTest {
  private static final Kinds OFF =
      KubernetesKinds.kinds(new ApiFeatures(FeatureGates.of(new KubeVersion(1, 31), ""), false));
  private static final Kinds ON = KubernetesKinds.kinds();
  private static final String SPEC =
      "securityContext: {supplementalGroupsPolicy: Strict}, containers: [{name: c, image: i,"
          + " securityContext: {privileged: true}}]";
  private static final String TEMPLATE =
      "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {%s}}"
          .formatted(SPEC);

  static Stream<Arguments> kinds() {
    return Stream.of(
        Arguments.of("v1", "Pod", "spec: {" + SPEC + "}", "/spec"),
        Arguments.of("v1", "PodTemplate", "template: {spec: {" + SPEC + "}}", "/template/spec"),
        Arguments.of(
            "v1",
            "ReplicationController",
            "spec: {template: {metadata: {labels: {a: b}}, spec: {" + SPEC + "}}}",
            "/spec/template/spec"),
        Arguments.of("apps/v1", "Deployment", "spec: {" + TEMPLATE + "}", "/spec/template/spec"),
        Arguments.of("apps/v1", "ReplicaSet", "spec: {" + TEMPLATE + "}", "/spec/template/spec"),
        Arguments.of("apps/v1", "DaemonSet", "spec: {" + TEMPLATE + "}", "/spec/template/spec"),
        Arguments.of("apps/v1", "StatefulSet", "spec: {" + TEMPLATE + "}", "/spec/template/spec"),
        Arguments.of(
            "batch/v1", "Job", "spec: {template: {spec: {" + SPEC + "}}}", "/spec/template/spec"),
        Arguments.of(
            "batch/v1",
            "CronJob",
            "spec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: {"
                + SPEC
                + "}}}}}",
            "/spec/jobTemplate/spec/template/spec"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("kinds")
  void aNewObjectLosesIt(String apiVersion, String kind, String fields, String spec) {
    assertThat(created(OFF, apiVersion, kind, fields).at(spec + "/securityContext")).isEmpty();
    assertThat(created(ON, apiVersion, kind, fields).at(spec + "/securityContext")).hasSize(1);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("kinds")
  void anObjectThatUsesItKeepsIt(String apiVersion, String kind, String fields, String spec) {
    Kind strategies = OFF.byKind(apiVersion, kind).orElseThrow();
    ObjectNode old = object(strategies, fields);
    ObjectNode next = old.deepCopy();
    strategies.strategy().prepareForUpdate(next, old);
    assertThat(next.at(spec + "/securityContext/supplementalGroupsPolicy").asText())
        .isEqualTo("Strict");
    ObjectNode without = old.deepCopy();
    ((ObjectNode) without.at(spec + "/securityContext")).removeAll();
    ObjectNode wanted = old.deepCopy();
    strategies.strategy().prepareForUpdate(wanted, without);
    assertThat(wanted.at(spec + "/securityContext")).isEmpty();
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("kinds")
  void privilegedContainersAreRefusedWhereTheServerAllowsNone(
      String apiVersion, String kind, String fields, String spec) {
    Kind strategies = OFF.byKind(apiVersion, kind).orElseThrow();
    Errors errors = new Errors();
    strategies.strategy().validate(object(strategies, fields), errors);
    assertThat(errors.message())
        .contains(
            spec.substring(1).replace('/', '.')
                + ".containers[0].securityContext.privileged: Forbidden: disallowed by cluster"
                + " policy");
  }

  @Test
  void theUserInAStatusGoesTheSameWay() {
    Kind pods = OFF.byKind("v1", "Pod").orElseThrow();
    String status =
        "status: {containerStatuses: [{name: c, image: i, imageID: '', user: {linux: {uid: 1, gid:"
            + " 1}}}]}";
    ObjectNode old = object(pods, "spec: {containers: [{name: c, image: i}]}");
    ObjectNode next = object(pods, "spec: {containers: [{name: c, image: i}]}, " + status);
    pods.strategy().prepareForSubresourceUpdate("status", next, old);
    assertThat(next.at("/status/containerStatuses/0").has("user")).isFalse();
    ObjectNode strict = object(pods, "spec: {" + SPEC + "}");
    ObjectNode kept = object(pods, "spec: {" + SPEC + "}, " + status);
    pods.strategy().prepareForSubresourceUpdate("status", kept, strict);
    assertThat(kept.at("/status/containerStatuses/0").has("user")).isTrue();
  }

  @Test
  void soDoesWhatANodeSaysAboutIt() {
    Kind nodes = OFF.byKind("v1", "Node").orElseThrow();
    String features = "status: {features: {supplementalGroupsPolicy: true}}";
    ObjectNode next = object(nodes, features);
    nodes.strategy().prepareForSubresourceUpdate("status", next, object(nodes, "spec: {}"));
    assertThat(next.at("/status").has("features")).isFalse();
    ObjectNode kept = object(nodes, features);
    nodes.strategy().prepareForSubresourceUpdate("status", kept, object(nodes, features));
    assertThat(kept.at("/status").has("features")).isTrue();
  }

  private static ObjectNode created(Kinds kinds, String apiVersion, String kind, String fields) {
    Kind found = kinds.byKind(apiVersion, kind).orElseThrow();
    ObjectNode object = object(found, fields);
    found.strategy().prepareForCreate(object);
    return object;
  }

  private static ObjectNode object(Kind kind, String fields) {
    String yaml =
        "{apiVersion: "
            + kind.apiVersion()
            + ", kind: "
            + kind.kind()
            + ", metadata: {name: x, namespace: ns}, "
            + fields
            + "}";
    ObjectNode object =
        Decoder.decode(kind.type(), Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8))).object();
    kind.strategy().applyDefaults(object);
    return object;
  }
}
