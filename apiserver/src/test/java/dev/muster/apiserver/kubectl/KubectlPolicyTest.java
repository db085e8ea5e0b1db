package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The RunAsGroup proposal's first use case in an administrator's own words: a policy in CEL that
 * wants containers to run as a user and a group that are not root.
 */
class KubectlPolicyTest {
  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: least-privilege}
      spec:
        matchConstraints:
          resourceRules:
          - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}
        variables:
        - name: containers
          expression: object.spec.containers + object.spec.?initContainers.orValue([])
        - name: pod
          expression: object.spec.?securityContext
        validations:
        - expression: >-
            variables.containers.all(c,
            c.?securityContext.?runAsUser.or(variables.pod.?runAsUser).orValue(0) > 0)
          message: containers must run as a user other than root
        - expression: >-
            variables.containers.all(c,
            c.?securityContext.?runAsGroup.or(variables.pod.?runAsGroup).orValue(0) > 0)
          messageExpression: "'the primary group of pod ' + object.metadata.name + ' must not be root'"
          reason: Forbidden
      """;
  private static final String BINDING =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: everywhere}
      spec: {policyName: least-privilege, validationActions: [%s]}
      """;
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: %s}
      spec:
        securityContext: {%s}
        containers: [{name: c, image: "nginx:1.27"}]
      """;

  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubectl = Kubectl.on(server, directory).inNew("policies");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Run apply(String yaml) {
    return kubectl.piped(yaml, "apply", "-f", "-");
  }

  @Test
  void containersRunWithLeastPrivilege() {
    apply(POLICY).ok();
    assertThat(apply(POD.formatted("before", "")).ok()).isEqualTo("pod/before created");
    apply(BINDING.formatted("Deny")).ok();
    assertThat(apply(POD.formatted("root", "")).refused())
        .isEqualTo(
            "The pods \"root\" is invalid: : ValidatingAdmissionPolicy 'least-privilege' with binding"
                + " 'everywhere' denied request: containers must run as a user other than root");
    assertThat(apply(POD.formatted("user", "runAsUser: 1000")).refused())
        .isEqualTo(
            "Error from server (Forbidden): error when creating \"STDIN\": pods \"user\" is"
                + " forbidden: ValidatingAdmissionPolicy 'least-privilege' with binding 'everywhere'"
                + " denied request: the primary group of pod user must not be root");
    assertThat(apply(POD.formatted("both", "runAsUser: 1000, runAsGroup: 3000")).ok())
        .isEqualTo("pod/both created");
    apply(BINDING.formatted("Warn")).ok();
    Run warned = apply(POD.formatted("warned", "runAsUser: 1000"));
    assertThat(warned.ok()).isEqualTo("pod/warned created");
    assertThat(warned.err())
        .isEqualTo(
            "Warning: Validation failed for ValidatingAdmissionPolicy 'least-privilege' with binding"
                + " 'everywhere': the primary group of pod warned must not be root\n");
    kubectl.run("delete", "validatingadmissionpolicybinding", "everywhere").ok();
    assertThat(apply(POD.formatted("after", "")).ok()).isEqualTo("pod/after created");
  }

  @Test
  void aPolicyThatDoesNotCompileIsRefused() {
    assertThat(
            apply(
                    """
                    apiVersion: admissionregistration.k8s.io/v1
                    kind: ValidatingAdmissionPolicy
                    metadata: {name: broken}
                    spec:
                      matchConstraints:
                        resourceRules:
                        - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
                      validations: [{expression: "object.spec.replicas >"}, {expression: "1 + 1"}]
                    """)
                .refused())
        .contains(
            "spec.validations[0].expression: Invalid value: \"object.spec.replicas >\": compilation"
                + " failed: ERROR: <input>:1:23: Syntax error: mismatched input '<EOF>'",
            "spec.validations[1].expression: Invalid value: \"1 + 1\": must evaluate to bool but got"
                + " int");
  }
}
