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

/**
 * Stories of the proposals in an administrator's own words: a policy in CEL that wants containers
 * to run as a user and a group that are not root (RunAsGroup), and one that wants no groups but a
 * tenant's own (KEP-3619).
 */
@MostlyWaits
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
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("policies");
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

  /** Story 1 of KEP-3619: nobody in alice's namespace gets a group by an image of their own. */
  @Test
  void anImageCannotBringGroupsThatThePolicyDoesNotName() {
    Kubectl alice = kubectl.inNew("user-alice");
    alice
        .piped(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: tenants}
            spec:
              paramKind: {apiVersion: v1, kind: ConfigMap}
              matchConstraints:
                resourceRules:
                - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}
              matchConditions:
              - name: shares-the-host-path
                expression: object.spec.?volumes.orValue([]).exists(v, v.?hostPath.path.orValue('').startsWith('/mnt/hostpath'))
              variables:
              - {name: pod, expression: "object.spec.?securityContext"}
              - {name: groups, expression: "params.data.groups.split(',').map(g, int(g))"}
              validations:
              - expression: >-
                  variables.pod.?runAsUser.orValue(0) == int(params.data.user) &&
                  variables.pod.?runAsGroup.orValue(0) == int(params.data.user)
                messageExpression: "'runAsUser and runAsGroup must be ' + params.data.user"
              - expression: variables.pod.?supplementalGroups.orValue([]) == variables.groups
                messageExpression: "'supplementalGroups must be [' + params.data.groups + ']'"
              - expression: variables.pod.?supplementalGroupsPolicy.orValue('Merge') == 'Strict'
                message: supplementalGroupsPolicy must be Strict
              - expression: "!variables.pod.?fsGroup.hasValue() || variables.pod.?fsGroup.orValue(0) in variables.groups + [int(params.data.user)]"
                message: fsGroup must be one of the tenant's
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: tenants}
            spec:
              policyName: tenants
              validationActions: [Deny]
              paramRef: {name: identity, parameterNotFoundAction: Deny}
              matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: user-alice}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: identity}
            data: {user: "1000", groups: "60000"}
            """,
            "apply",
            "-f",
            "-")
        .ok();
    String told = "ValidatingAdmissionPolicy 'tenants' with binding 'tenants' denied request: ";
    String ids = "runAsUser: 1000, runAsGroup: 1000, ";
    String groups = ids + "supplementalGroups: [60000], ";
    assertThat(tenant(alice, "fsGroup: 1000").refused())
        .endsWith(told + "runAsUser and runAsGroup must be 1000");
    assertThat(tenant(alice, ids + "supplementalGroups: [50000, 60000]").refused())
        .endsWith(told + "supplementalGroups must be [60000]");
    assertThat(tenant(alice, groups).refused())
        .endsWith(told + "supplementalGroupsPolicy must be Strict");
    assertThat(tenant(alice, groups + "supplementalGroupsPolicy: Strict, fsGroup: 7").refused())
        .endsWith(told + "fsGroup must be one of the tenant's");
    assertThat(tenant(alice, groups + "supplementalGroupsPolicy: Strict, fsGroup: 60000").ok())
        .isEqualTo("pod/tenant created");
  }

  private static Run tenant(Kubectl namespace, String context) {
    return namespace.piped(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: tenant}
        spec:
          securityContext: {%s}
          volumes: [{name: shared, hostPath: {path: /mnt/hostpath/alice}}]
          containers: [{name: c, image: an-image-of-alice}]
        """
            .formatted(context),
        "apply",
        "-f",
        "-");
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
