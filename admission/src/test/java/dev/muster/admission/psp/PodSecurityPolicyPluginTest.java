package dev.muster.admission.psp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which policy is chosen for a pod, and what its creator hears. */
class PodSecurityPolicyPluginTest {
  private static final String MUST_1000 =
      "runAsUser: {rule: MustRunAs, ranges: [{min: 1000, max: 1999}]}";
  private static final String CONTAINER = "containers: [{name: c, image: i}]";

  private final MemoryCluster cluster = new MemoryCluster();
  private final List<String> audited = new ArrayList<>();
  private Predicate<Attributes> allowed = asked -> asked.user().name().equals("alice");

  private ObjectWriter alice() {
    return writer(Objects.KINDS);
  }

  private ObjectWriter writer(Kinds kinds) {
    Authorizer authorizer =
        asked ->
            allowed.test(asked)
                ? new Decision.Allow(() -> "the test", "")
                : Decision.NoOpinion.SILENT;
    return new ObjectWriter(
        new AdmissionChain(
            List.of(
                new PodSecurityPolicyPlugin(
                    cluster, authorizer, (r, k, v) -> audited.add(k + " " + v)))),
        User.of("alice"),
        kinds);
  }

  private static ObjectNode pod(String spec) {
    return Objects.yaml(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {" + spec + "}}");
  }

  private static String chosen(ObjectNode pod) {
    return pod.at("/metadata/annotations/kubernetes.io~1psp").asText();
  }

  @Test
  void aPolicyThatChangesNothingComesFirst() {
    cluster
        .with(Policies.named("a-changes", "", MUST_1000))
        .with(Policies.named("c-fits", "", ""))
        .with(Policies.named("b-fits", "", ""));
    ObjectNode pod = alice().create(pod(CONTAINER));
    assertThat(chosen(pod)).isEqualTo("b-fits");
    assertThat(pod.at("/spec/containers/0").has("securityContext")).isFalse();
  }

  @Test
  void amongThoseThatChangeTheNameDecides() {
    cluster
        .with(Policies.named("b", "", MUST_1000))
        .with(Policies.named("a", "", "readOnlyRootFilesystem: true"));
    assertThat(chosen(alice().create(pod(CONTAINER)))).isEqualTo("a");
  }

  @Test
  void anExplicitPriorityComesBeforeAll() {
    cluster
        .with(Policies.named("z", "psp.muster.dev/priority: '10'", MUST_1000))
        .with(Policies.named("a", "", ""));
    ObjectNode pod = alice().create(pod(CONTAINER));
    assertThat(chosen(pod)).isEqualTo("z");
    assertThat(pod.at("/spec/containers/0/securityContext/runAsUser").asLong()).isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy", "extensions"})
  void policiesMayBeUsedInEitherGroup(String group) {
    cluster.with(Policies.named("a", "", ""));
    allowed =
        asked ->
            asked.apiGroup().equals(group)
                && asked.verb().equals("use")
                && asked.resource().equals("podsecuritypolicies")
                && asked.namespace().equals("ns")
                && asked.name().equals("a");
    assertThat(chosen(alice().create(pod(CONTAINER)))).isEqualTo("a");
  }

  @Test
  void thePodsServiceAccountMayUsePoliciesToo() {
    cluster.with(Policies.named("a", "", ""));
    List<User> asked = new ArrayList<>();
    allowed =
        a -> {
          asked.add(a.user());
          return a.user().name().equals("system:serviceaccount:ns:robot");
        };
    assertThat(chosen(alice().create(pod("serviceAccountName: robot, " + CONTAINER))))
        .isEqualTo("a");
    assertThat(asked.get(0).groups())
        .containsExactly("system:serviceaccounts", "system:serviceaccounts:ns");
    assertThatThrownBy(() -> alice().create(pod(CONTAINER)))
        .hasMessage(
            "pods \"p\" is forbidden: PodSecurityPolicy: unable to admit pod: []: user \"alice\""
                + " may not use any policy in namespace \"ns\"");
  }

  @Test
  void aRefusalTellsEveryUsablePolicyFieldByField() {
    cluster
        .with(Policies.named("strict", "", MUST_1000 + ", volumes: [secret]"))
        .with(Policies.named("other", "", "fsGroup: {rule: MustRunAs, ranges: [{min: 1, max: 5}]}"))
        .with(Policies.named("secret", "", ""));
    allowed = asked -> !asked.name().equals("secret");
    ObjectNode pod =
        pod(
            "volumes: [{name: v, emptyDir: {}}], securityContext: {runAsUser: 0, fsGroup: 9}, "
                + CONTAINER);
    assertThatThrownBy(() -> alice().create(pod))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(403);
              assertThat(e.status().details().causes()).hasSize(4);
              assertThat(e.status().details().causes().get(0).toString())
                  .isEqualTo(
                      "spec.securityContext.fsGroup: policy \"other\": Invalid value: 9: group 9"
                          + " must be in the ranges: [{1 5}]");
            })
        .hasMessage(
            "pods \"p\" is forbidden: PodSecurityPolicy: unable to admit pod: policy \"other\":"
                + " [spec.securityContext.fsGroup: Invalid value: 9: group 9 must be in the ranges:"
                + " [{1 5}], spec.volumes[0]: Invalid value: \"emptyDir\": emptyDir volumes are not"
                + " allowed to be used]; policy \"strict\": [spec.volumes[0]: Invalid value:"
                + " \"emptyDir\": emptyDir volumes are not allowed to be used,"
                + " spec.containers[0].securityContext.runAsUser: Invalid value: 0: must be in the"
                + " ranges: [{1000 1999}]]");
  }

  @Test
  void anUpdateIsNeverChanged() {
    cluster.with(Policies.named("a", "", "readOnlyRootFilesystem: true"));
    ObjectNode old = pod(CONTAINER);
    ObjectNode labelled = old.deepCopy();
    labelled.withObject("metadata").putObject("labels").put("a", "b");
    assertThatThrownBy(() -> alice().update("", labelled, old))
        .hasMessage(
            "pods \"p\" is forbidden: PodSecurityPolicy: unable to validate pod: policy \"a\":"
                + " [spec.containers[0].securityContext.readOnlyRootFilesystem: Required value: the"
                + " policy asks for true]");
  }

  @Test
  void theGarbageCollectorMayAlwaysChangeOwners() {
    ObjectNode old = pod(CONTAINER);
    ObjectNode owned = old.deepCopy();
    owned.withObject("metadata").putArray("finalizers").add("example.com/x");
    assertThat(alice().update("", owned, old)).isNotNull();
  }

  @Test
  void ephemeralContainersAreChecked() {
    cluster.with(Policies.named("a", "", ""));
    ObjectNode old = alice().create(pod(CONTAINER));
    ObjectNode debugged = old.deepCopy();
    ObjectNode container =
        ((ObjectNode) debugged.get("spec")).putArray("ephemeralContainers").addObject();
    container
        .put("name", "d")
        .put("image", "i")
        .put("imagePullPolicy", "Always")
        .put("terminationMessagePolicy", "File");
    container.putObject("securityContext").put("privileged", true);
    assertThatThrownBy(() -> alice().update("ephemeralcontainers", debugged, old))
        .hasMessageContaining(
            "spec.ephemeralContainers[0].securityContext.privileged: Invalid value: true:"
                + " Privileged containers are not allowed");
  }

  @Test
  void aSeccompProfileBecomesAFieldThatNodesRead() {
    cluster.with(
        Policies.named(
            "a",
            "seccomp.security.alpha.kubernetes.io/defaultProfileName: runtime/default,"
                + " seccomp.security.alpha.kubernetes.io/allowedProfileNames: '*'",
            ""));
    ObjectNode pod = alice().create(pod(CONTAINER));
    assertThat(pod.at("/spec/securityContext/seccompProfile/type").asText())
        .isEqualTo("RuntimeDefault");
    assertThat(pod.at("/metadata/annotations/seccomp.security.alpha.kubernetes.io~1pod").asText())
        .isEqualTo("runtime/default");
  }

  @Test
  void aPolicyThatOnlyWarnsNeitherAdmitsNorRefuses() {
    cluster.with(Policies.named("next", "psp.muster.dev/mode: warn", MUST_1000));
    assertThatThrownBy(() -> alice().create(pod(CONTAINER)))
        .hasMessageContaining("unable to admit pod: []");
    cluster.with(Policies.named("now", "", ""));
    ObjectWriter alice = alice();
    alice.create(pod("securityContext: {runAsUser: 5}, " + CONTAINER));
    assertThat(alice.warnings())
        .containsExactly(
            "would violate PodSecurityPolicy \"next\":"
                + " [spec.containers[0].securityContext.runAsUser: Invalid value: 5: must be in the"
                + " ranges: [{1000 1999}]]");
  }

  @Test
  void aPolicyThatOnlyAuditsTellsTheAudit() {
    cluster
        .with(Policies.named("next", "psp.muster.dev/mode: audit", MUST_1000))
        .with(Policies.named("now", "", ""));
    ObjectWriter alice = alice();
    alice.create(pod("securityContext: {runAsUser: 5}, " + CONTAINER));
    assertThat(alice.warnings()).isEmpty();
    assertThat(audited)
        .containsExactly(
            "podsecuritypolicy.policy.k8s.io/admit-policy now",
            "podsecuritypolicy.policy.k8s.io/validate-policy now",
            "podsecuritypolicy.policy.k8s.io/audit-violations would violate PodSecurityPolicy"
                + " \"next\": [spec.containers[0].securityContext.runAsUser: Invalid value: 5: must"
                + " be in the ranges: [{1000 1999}]]");
  }

  @Test
  void aChangedPolicyCountsFromTheNextPodOn() {
    cluster.with(Policies.named("a", "", MUST_1000));
    ObjectWriter alice = alice();
    alice.create(pod(CONTAINER));
    cluster.with(
        Policies.named("a", "", "runAsUser: {rule: MustRunAs, ranges: [{min: 7, max: 7}]}"));
    assertThat(alice.create(pod(CONTAINER)).at("/spec/containers/0/securityContext/runAsUser"))
        .hasToString("7");
  }

  @Test
  void rangesMayComeFromTheNamespace() {
    cluster
        .with(
            "{apiVersion: v1, kind: Namespace, metadata: {name: ns, annotations:"
                + " {psp.muster.dev/runAsUser: '5000-5009,7000'}}}")
        .with(Policies.named("a", "'psp.muster.dev/ranges-from-namespace': runAsUser", MUST_1000));
    ObjectNode pod = alice().create(pod(CONTAINER));
    assertThat(pod.at("/spec/containers/0/securityContext/runAsUser").asLong()).isEqualTo(5000);
    assertThat(alice().create(pod("securityContext: {runAsUser: 7000}, " + CONTAINER))).isNotNull();
    assertThatThrownBy(
            () -> alice().create(pod("securityContext: {runAsUser: 1000}, " + CONTAINER)))
        .hasMessageContaining(
            "Invalid value: 1000: must be in the ranges: [{5000 5009} {7000 7000}]");
  }

  @Test
  void aNamespaceWithoutRangesLeavesThePolicysOwn() {
    cluster
        .with("{apiVersion: v1, kind: Namespace, metadata: {name: ns}}")
        .with(
            Policies.named(
                "a", "'psp.muster.dev/ranges-from-namespace': 'runAsUser,fsGroup'", MUST_1000));
    assertThat(alice().create(pod(CONTAINER)).at("/spec/containers/0/securityContext/runAsUser"))
        .hasToString("1000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a-b", "9-1", "-1", "1-2-3", "1,,2", "99999999999999999999"})
  void rangesThatCannotBeUnderstoodAdmitNothing(String ranges) {
    cluster
        .with(
            "{apiVersion: v1, kind: Namespace, metadata: {name: ns, annotations:"
                + " {psp.muster.dev/runAsUser: '"
                + ranges
                + "'}}}")
        .with(Policies.named("a", "'psp.muster.dev/ranges-from-namespace': runAsUser", MUST_1000));
    assertThatThrownBy(() -> alice().create(pod(CONTAINER)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("annotation psp.muster.dev/runAsUser of namespace \"ns\"");
  }

  @Test
  void strictGroupsAreNotSilentlyLostWhereTheServerDoesNotKnowThem() {
    cluster.with(
        Policies.named("a", "", "supplementalGroupsPolicy: {rule: MustRunAs, values: [Strict]}"));
    Kinds older =
        KubernetesKinds.kinds(new ApiFeatures(FeatureGates.of(new KubeVersion(1, 31), ""), true));
    assertThatThrownBy(() -> writer(older).create(pod(CONTAINER)))
        .hasMessageContaining(
            "spec.securityContext.supplementalGroupsPolicy: Required value: the policy asks for"
                + " \"Strict\"");
    assertThat(
            alice()
                .create(pod(CONTAINER))
                .at("/spec/securityContext/supplementalGroupsPolicy")
                .asText())
        .isEqualTo("Strict");
  }
}
