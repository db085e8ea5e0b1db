package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The story of docs/admission.md: every pod of a team gets its label and a sidecar. */
@MostlyWaits
class KubectlMutatingPolicyTest {
  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1beta1
      kind: MutatingAdmissionPolicy
      metadata: {name: team}
      spec:
        paramKind: {apiVersion: v1, kind: ConfigMap}
        matchConstraints:
          resourceRules:
          - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
        matchConditions:
        - name: no-proxy-yet
          expression: "!object.spec.?initContainers.orValue([]).exists(c, c.name == 'proxy')"
        reinvocationPolicy: IfNeeded
        mutations:
        - patchType: ApplyConfiguration
          applyConfiguration:
            expression: >-
              Object{spec: Object.spec{initContainers: [
                Object.spec.initContainers{name: 'proxy', image: params.data.image, restartPolicy: 'Always'}]}}
        - patchType: JSONPatch
          jsonPatch:
            expression: >-
              (has(object.metadata.labels) ? [] : [JSONPatch{op: 'add', path: '/metadata/labels', value: {}}]) +
              [JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('example.com/team'), value: params.data.team}]
      """;
  private static final String BINDING =
      """
      apiVersion: admissionregistration.k8s.io/v1beta1
      kind: MutatingAdmissionPolicyBinding
      metadata: {name: team}
      spec:
        policyName: team
        paramRef: {name: team, parameterNotFoundAction: Deny}
      """;
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %s}
      spec: {containers: [{name: c, image: "nginx:1.27"}]}
      """;

  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.withMutatingPolicies(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("blue");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Run apply(String yaml) {
    return kubectl.piped(yaml, "apply", "-f", "-");
  }

  @Test
  void podsGetALabelAndASidecar() {
    apply(POLICY).ok();
    apply(BINDING).ok();
    assertThat(apply(POD.formatted("early")).refused())
        .endsWith(
            "policy 'team' with binding 'team' denied request: failed to configure binding: no params"
                + " found for policy binding with `Deny` parameterNotFoundAction");
    kubectl
        .run(
            "create",
            "configmap",
            "team",
            "--from-literal=team=blue",
            "--from-literal=image=proxy:1")
        .ok();
    assertThat(apply(POD.formatted("web")).ok()).isEqualTo("pod/web created");
    assertThat(kubectl.get("web", "{.metadata.labels}"))
        .isEqualTo("{\"example.com/team\":\"blue\"}");
    assertThat(kubectl.get("web", "{.spec.initContainers[*].name} {.spec.initContainers[0].image}"))
        .isEqualTo("proxy proxy:1");
    assertThat(kubectl.run("get", "mutatingadmissionpolicy,mutatingadmissionpolicybinding").rows())
        .containsExactly(
            "NAME|MUTATIONS|PARAMKIND|AGE",
            "mutatingadmissionpolicy.admissionregistration.k8s.io/team|2|v1/ConfigMap|<age>",
            "",
            "NAME|POLICYNAME|PARAMREF|AGE",
            "mutatingadmissionpolicybinding.admissionregistration.k8s.io/team|team|*/team|<age>");
    assertThat(kubectl.run("explain", "mutatingadmissionpolicy.spec.mutations").ok())
        .contains("applyConfiguration", "jsonPatch", "patchType");
    kubectl.run("delete", "mutatingadmissionpolicybinding", "team").ok();
    assertThat(apply(POD.formatted("after")).ok()).isEqualTo("pod/after created");
    assertThat(kubectl.get("after", "{.spec.initContainers}")).isEmpty();
  }
}
