package dev.muster.kinds.admissionregistration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTypeCheckTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final String PODS =
      "{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [pods]}";

  private static List<PolicyTypeCheck.Warning> check(String rules, String spec) {
    String yaml =
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: p}
        spec:
          matchConstraints: {resourceRules: [%s]}
        """
                .formatted(rules)
            + spec.indent(2);
    Kind kind =
        KINDS.byKind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy").orElseThrow();
    ObjectNode policy =
        Decoder.decode(kind.type(), Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8))).object();
    return new PolicyTypeCheck(KINDS).check(policy);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "object.spec.containers.all(c, c.image.startsWith('registry/'))",
        "object.spec.?securityContext.?runAsUser.orValue(0) > 0",
        "has(object.spec.securityContext) && object.spec.securityContext.runAsNonRoot",
        "object.metadata.labels['app'] == oldObject.metadata.labels['app']",
        "object.spec.containers[0].resources.limits['cpu'] == '1'",
        "object.spec.containers[0].livenessProbe.httpGet.port == 80",
        "object.metadata.creationTimestamp < timestamp('2030-01-01T00:00:00Z')",
        "object.spec.volumes.exists(v, has(v.secret) && v.secret.defaultMode == 256)",
      })
  void findsNothingWrongWithWhatIsRight(String expression) {
    assertThat(check(PODS, "validations: [{expression: \"" + expression + "\"}]")).isEmpty();
  }

  @Test
  void findsFieldsThatAreNotThereAndOtherTypesThanMeant() {
    assertThat(
            check(
                PODS,
                """
                variables: [{name: user, expression: object.spec.securityContext.runAsUser}]
                validations:
                - {expression: "variables.user == 'root'"}
                - {expression: "true", messageExpression: object.spec.nodName}
                """))
        .containsExactly(
            new PolicyTypeCheck.Warning(
                "spec.validations[0].expression",
                """
                /v1, Kind=Pod: ERROR: <input>:1:16: found no matching overload for '_==_' applied to '(int, string)'
                 | variables.user == 'root'
                 | ...............^
                """),
            new PolicyTypeCheck.Warning(
                "spec.validations[1].messageExpression",
                """
                /v1, Kind=Pod: ERROR: <input>:1:12: undefined field 'nodName'
                 | object.spec.nodName
                 | ...........^
                """));
  }

  @Test
  void checksEachKindThatARuleIsAbout() {
    assertThat(
            check(
                "{apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: [deployments,"
                    + " daemonsets, deployments/scale]}",
                "validations: [{expression: object.spec.replicas > 1}]"))
        .containsExactly(
            new PolicyTypeCheck.Warning(
                "spec.validations[0].expression",
                """
                apps/v1, Kind=DaemonSet: ERROR: <input>:1:12: undefined field 'replicas'
                 | object.spec.replicas > 1
                 | ...........^
                """));
  }

  @Test
  void knowsTheTypeOfParameters() {
    assertThat(
            check(
                PODS,
                """
                paramKind: {apiVersion: v1, kind: ConfigMap}
                validations: [{expression: "params.data.max == 'x' && params.dat.max == 'x'"}]
                """))
        .singleElement()
        .extracting(PolicyTypeCheck.Warning::text)
        .asString()
        .contains("undefined field 'dat'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiGroups: ['*'], apiVersions: [v1], operations: ['*'], resources: [pods]}",
        "{apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: [pods]}",
        "{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: ['*', pods/status]}",
        "{apiGroups: [nowhere.example], apiVersions: [v1], operations: ['*'], resources: [things]}",
      })
  void looksAtNoKindThatARuleDoesNotName(String rule) {
    assertThat(check(rule, "validations: [{expression: object.nothing == 1}]")).isEmpty();
  }
}
