package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.Background;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pods may ask for: policies, standards, accounts and features, as users meet them. */
@MostlyWaits
class KubectlPodSecurityTest {
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server =
        RunningServer.configured(
            directory,
            config ->
                config
                    .with(new Admission(Set.of("PodSecurityPolicy"), Set.of()))
                    .with(Background.of(Set.of("*"))));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.piped(policy("open", "", "privileged: true, volumes: ['*']"), "apply", "-f", "-").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String policy(String name, String annotations, String spec) {
    return """
        apiVersion: policy/v1beta1
        kind: PodSecurityPolicy
        metadata: {name: %s, annotations: {%s}}
        spec:
          {seLinux: {rule: RunAsAny}, fsGroup: {rule: RunAsAny}, supplementalGroups: {rule: RunAsAny},
           runAsUser: {rule: RunAsAny}, volumes: [secret], %s}
        """
        .formatted(name, annotations, spec);
  }

  private static String pod(String name, String spec) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec: {%s}
        """
        .formatted(name, spec);
  }

  /** A user who may write pods in a namespace of its own and use these policies. */
  private static Kubectl tenant(String user, String... policies) {
    Kubectl own = kubectl.inNew("user-" + user);
    own.run("create", "role", "writer", "--verb=*", "--resource=pods,pods/ephemeralcontainers")
        .ok();
    own.run("create", "rolebinding", "writer", "--role=writer", "--user=" + user).ok();
    for (String policy : policies) {
      own.run(
              "create",
              "role",
              policy,
              "--verb=use",
              "--resource=podsecuritypolicies.policy",
              "--resource-name=" + policy)
          .ok();
      own.run("create", "rolebinding", policy, "--role=" + policy, "--user=" + user).ok();
    }
    return own;
  }

  @Test
  void runAsGroupIsForcedIntoARangeAndNeverRoot() {
    kubectl
        .piped(
            policy(
                "non-root",
                "",
                "runAsUser: {rule: MustRunAsNonRoot}, runAsGroup: {rule: MustRunAs, ranges: [{min:"
                    + " 3000, max: 3999}]}"),
            "apply",
            "-f",
            "-")
        .ok();
    Kubectl bob = tenant("bob", "non-root");
    bob.piped(
            pod("plain", "containers: [{name: c, image: busybox}]"), "apply", "--as=bob", "-f", "-")
        .ok();
    assertThat(
            bob.run(
                    "get",
                    "pod",
                    "plain",
                    "-o",
                    "jsonpath={.spec.containers[0].securityContext}"
                        + "{.metadata.annotations.kubernetes\\.io/psp}")
                .ok())
        .isEqualTo("{\"runAsGroup\":3000,\"runAsNonRoot\":true}non-root");
    assertThat(
            bob.piped(
                    pod(
                        "root",
                        "securityContext: {runAsUser: 0, runAsGroup: 0}, containers: [{name: c,"
                            + " image: busybox}]"),
                    "apply",
                    "--as=bob",
                    "-f",
                    "-")
                .refused())
        .contains(
            "pods \"root\" is forbidden: PodSecurityPolicy: unable to admit pod: policy"
                + " \"non-root\": [spec.containers[0].securityContext.runAsUser: Invalid value: 0:"
                + " running with the root UID is forbidden,"
                + " spec.containers[0].securityContext.runAsGroup: Invalid value: 0: group 0 must"
                + " be in the ranges: [{3000 3999}]]");
  }

  /** Story 1 of KEP-3619, in a policy's words. */
  @Test
  void anImageCannotBringGroupsThatThePolicyDoesNotName() {
    kubectl
        .piped(
            policy(
                "alice-only",
                "",
                "runAsUser: {rule: MustRunAs, ranges: [{min: 1000, max: 1000}]}, runAsGroup: {rule:"
                    + " MustRunAs, ranges: [{min: 1000, max: 1000}]}, supplementalGroups: {rule:"
                    + " MustRunAs, ranges: [{min: 60000, max: 60000}]}, fsGroup: {rule: MustRunAs,"
                    + " ranges: [{min: 1000, max: 1000}, {min: 60000, max: 60000}]},"
                    + " supplementalGroupsPolicy: {rule: MustRunAs, values: [Strict]}, volumes:"
                    + " [hostPath, secret], allowedHostPaths: [{pathPrefix: /mnt/hostpath}]"),
            "apply",
            "-f",
            "-")
        .ok();
    Kubectl alice = tenant("alice", "alice-only");
    String volume =
        "volumes: [{name: v, hostPath: {path: /mnt/hostpath/alice}}], containers: [{name: c, image:"
            + " busybox}]";
    alice.piped(pod("silent", volume), "apply", "--as=alice", "-f", "-").ok();
    assertThat(alice.run("get", "pod", "silent", "-o", "jsonpath={.spec.securityContext}").ok())
        .isEqualTo(
            "{\"fsGroup\":1000,\"supplementalGroups\":[60000],\"supplementalGroupsPolicy\":\"Strict\"}");
    assertThat(
            alice
                .piped(
                    pod("merge", "securityContext: {supplementalGroupsPolicy: Merge}, " + volume),
                    "apply",
                    "--as=alice",
                    "-f",
                    "-")
                .refused())
        .contains(
            "spec.securityContext.supplementalGroupsPolicy: Unsupported value: \"Merge\": supported"
                + " values: \"Strict\"");
  }

  @Test
  void whoMayUseNoPolicyMayRunNoPod() {
    Kubectl carol = tenant("carol");
    assertThat(carol.run("run", "p", "--image=busybox", "--as=carol").refused())
        .isEqualTo(
            "Error from server (Forbidden): pods \"p\" is forbidden: PodSecurityPolicy: unable to"
                + " admit pod: []: user \"carol\" and service account"
                + " \"system:serviceaccount:user-carol:default\" may not use any policy in"
                + " namespace \"user-carol\"");
  }

  @Test
  void aPodGetsItsAccountsToken() {
    Kubectl dave = tenant("dave", "open");
    dave.run("run", "p", "--image=busybox", "--as=dave").ok();
    assertThat(
            dave.run(
                    "get",
                    "pod",
                    "p",
                    "-o",
                    "jsonpath={.spec.serviceAccountName}"
                        + " {.spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds}"
                        + " {.spec.containers[0].volumeMounts[0].mountPath}")
                .ok())
        .isEqualTo("default 3607 /var/run/secrets/kubernetes.io/serviceaccount");
    assertThat(
            dave.piped(
                    pod("q", "serviceAccountName: robot, containers: [{name: c, image: busybox}]"),
                    "apply",
                    "--as=dave",
                    "-f",
                    "-")
                .refused())
        .endsWith(
            "pods \"q\" is forbidden: error looking up service account user-dave/robot:"
                + " serviceaccount \"robot\" not found");
  }

  @Test
  void namespacesAskForAStandard() {
    Kubectl erin = tenant("erin", "open");
    erin.run("run", "old", "--image=busybox", "--as=erin").ok();
    Run label =
        erin.run(
            "label",
            "namespace",
            "user-erin",
            "pod-security.kubernetes.io/enforce=restricted",
            "pod-security.kubernetes.io/warn=restricted");
    assertThat(label.err())
        .isEqualTo(
            """
            Warning: existing pods in namespace "user-erin" violate the new PodSecurity enforce level "restricted:latest"
            Warning: old: allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile
            """);
    assertThat(erin.run("run", "new", "--image=busybox", "--as=erin").refused())
        .isEqualTo(
            "Error from server (Forbidden): pods \"new\" is forbidden: violates PodSecurity"
                + " \"restricted:latest\": allowPrivilegeEscalation != false (container \"new\" must"
                + " set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities"
                + " (container \"new\" must set securityContext.capabilities.drop=[\"ALL\"]),"
                + " runAsNonRoot != true (pod or container \"new\" must set"
                + " securityContext.runAsNonRoot=true), seccompProfile (pod or container \"new\""
                + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                + " \"Localhost\")");
    assertThat(erin.run("create", "deployment", "d", "--image=busybox").err())
        .startsWith("Warning: would violate PodSecurity \"restricted:latest\":");
  }

  @Test
  void aPolicysStatusTellsWhatItGetsWrongAboutTypes() {
    kubectl
        .piped(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: mistyped}
            spec:
              matchConstraints:
                resourceRules:
                - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
              validations:
              - {expression: "object.spec.containers.all(c, c.image != '')"}
              - {expression: "object.spec.securityContext.runAsGrup > 0"}
            """,
            "apply",
            "-f",
            "-")
        .ok();
    kubectl
        .run(
            "wait",
            "--for=jsonpath={.status.observedGeneration}=1",
            "validatingadmissionpolicy/mistyped",
            "--timeout=60s")
        .ok();
    assertThat(
            kubectl
                .run(
                    "get",
                    "validatingadmissionpolicy",
                    "mistyped",
                    "-o",
                    "jsonpath={range .status.typeChecking.expressionWarnings[*]}{.fieldRef}:"
                        + " {.warning}{end}")
                .ok())
        .isEqualTo(
            """
            spec.validations[1].expression: /v1, Kind=Pod: ERROR: <input>:1:28: undefined field 'runAsGrup'
             | object.spec.securityContext.runAsGrup > 0
             | ...........................^\
            """);
  }

  @Test
  void fileModesAreKeptAsGivenAndHigherBitsWarnedAbout() {
    Kubectl frank = tenant("frank", "open");
    Run applied =
        frank.piped(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: modes}
            spec:
              containers: [{name: c, image: busybox}]
              volumes:
              - name: v
                secret: {secretName: ssh, defaultMode: 0400, items: [{key: id, path: id, mode: 04755}]}
            """,
            "apply",
            "--as=frank",
            "-f",
            "-");
    applied.ok();
    assertThat(applied.err()).contains("Warning:").contains("mode").contains("04000");
    assertThat(
            frank
                .run(
                    "get",
                    "pod",
                    "modes",
                    "-o",
                    "jsonpath={.spec.volumes[0].secret.defaultMode} {.spec.volumes[0].secret.items[0].mode}")
                .ok())
        .isEqualTo("256 2541");
    assertThat(
            frank
                .piped(
                    pod(
                        "bad",
                        "containers: [{name: c, image: busybox}], volumes: [{name: v, configMap:"
                            + " {name: m, defaultMode: 4096}}]"),
                    "apply",
                    "--as=frank",
                    "-f",
                    "-")
                .refused())
        .contains(
            "spec.volumes[0].configMap.defaultMode: Invalid value: 4096: must be a number between 0 and 0777 (octal), both inclusive");
  }

  /** The first row of KEP-3619's version-skew matrix: before 1.31. */
  @Test
  void aVersionBeforeTheFieldDoesNotKnowIt(@TempDir Path directory) throws IOException {
    String strict =
        pod(
            "p",
            "securityContext: {supplementalGroupsPolicy: Strict}, containers: [{name: c, image:"
                + " busybox}]");
    try (RunningServer newer = RunningServer.configured(directory, config -> config)) {
      Kubectl.on(newer.kubeconfig(), directory).piped(strict, "apply", "-f", "-").ok();
    }
    try (RunningServer older =
        RunningServer.configured(
            directory,
            config ->
                config.with(
                    new ApiFeatures(FeatureGates.of(KubeVersion.emulated("1.30"), ""), true)))) {
      Kubectl old = Kubectl.on(older.kubeconfig(), directory);
      String another = strict.replace("name: p", "name: q");
      assertThat(old.piped(another, "create", "-f", "-").refused())
          .contains("unknown field \"spec.securityContext.supplementalGroupsPolicy\"");
      Run warned = old.piped(another, "create", "--validate=warn", "-f", "-");
      warned.ok();
      assertThat(warned.err().strip())
          .isEqualTo("Warning: unknown field \"spec.securityContext.supplementalGroupsPolicy\"");
      assertThat(old.run("get", "pod", "q", "-o", "jsonpath={.spec.securityContext}").ok())
          .isEqualTo("{}");
      assertThat(old.run("explain", "pod.spec.securityContext").ok())
          .contains("supplementalGroups")
          .doesNotContain("supplementalGroupsPolicy");
      Run labelled = old.run("label", "pod", "p", "seen=by-the-older");
      labelled.ok();
      assertThat(labelled.err()).isEmpty();
      assertThat(old.run("get", "--raw", "/version").ok()).contains("\"emulationMinor\" : \"30\"");
      assertThat(old.run("get", "--raw", "/metrics").ok())
          .doesNotContain("SupplementalGroupsPolicy");
    }
    try (RunningServer newer = RunningServer.configured(directory, config -> config)) {
      String left = "jsonpath={.metadata.labels.seen} {.spec.securityContext}";
      assertThat(Kubectl.on(newer.kubeconfig(), directory).run("get", "pod", "p", "-o", left).ok())
          .as("what wrote it did not know the field")
          .isEqualTo("by-the-older {}");
    }
  }

  @Test
  void anOlderVersionDropsWhatItDoesNotKnow(@TempDir Path directory) throws IOException {
    try (RunningServer older =
        RunningServer.configured(
            directory,
            config ->
                config.with(
                    new ApiFeatures(FeatureGates.of(KubeVersion.emulated("1.32"), ""), true)))) {
      Kubectl old = Kubectl.on(older.kubeconfig(), directory);
      Run applied =
          old.piped(
              pod(
                  "p",
                  "securityContext: {supplementalGroupsPolicy: Strict}, containers: [{name: c,"
                      + " image: busybox}]"),
              "apply",
              "-f",
              "-");
      applied.ok();
      assertThat(applied.err().strip())
          .isEqualTo(
              "Warning: spec.securityContext.supplementalGroupsPolicy: dropped, because the feature"
                  + " gate SupplementalGroupsPolicy is off: processes also get the groups that the"
                  + " image's /etc/group gives their user");
      assertThat(old.run("get", "pod", "p", "-o", "jsonpath={.spec.securityContext}").ok())
          .isEqualTo("{}");
      assertThat(old.run("get", "--raw", "/version").ok())
          .contains("\"emulationMinor\" : \"32\"", "\"minor\" : \"35\"");
      assertThat(old.run("get", "--raw", "/metrics").ok())
          .contains(
              "kubernetes_feature_enabled{name=\"SupplementalGroupsPolicy\",stage=\"ALPHA\"} 0");
    }
  }
}
