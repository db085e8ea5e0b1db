package dev.muster.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.accounts.ServiceAccountPlugin;
import dev.muster.admission.plugins.DefaultTolerationSeconds;
import dev.muster.admission.plugins.NamespaceLifecycle;
import dev.muster.admission.plugins.Priority;
import dev.muster.admission.plugins.RuntimeClass;
import dev.muster.admission.podsecurity.PodSecurityPlugin;
import dev.muster.admission.psp.PodSecurityPolicyPlugin;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.admission.writes.RandomObjects;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.User;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever a pod and the policies hold, the answer is the pod or a Status. */
class RandomPodAdmissionTest {
  private static final int PODS = 10_000;
  private static final Kind POD = Objects.KINDS.byKind("v1", "Pod").orElseThrow();
  private static final Kind POLICY =
      Objects.KINDS.byKind("policy/v1beta1", "PodSecurityPolicy").orElseThrow();

  @Test
  void noPodMakesAdmissionFail() {
    int admitted = 0;
    int refused = 0;
    for (int i = 0; i < PODS; i++) {
      RandomObjects random = new RandomObjects(i);
      MemoryCluster cluster = new MemoryCluster().with(object("default", "ServiceAccount", "ns"));
      cluster.with(labelled(random.of(POD.type())));
      for (int p = 0; p < i % 4; p++) {
        cluster.with(named(random.of(POLICY.type()), POLICY, "policy" + p));
      }
      try {
        writer(cluster)
            .create(i % 10 == 0 ? tame(cluster, i) : named(random.of(POD.type()), POD, "p"));
        admitted++;
      } catch (ApiException e) {
        assertThat(e.status().code()).isBetween(400, 499);
        refused++;
      }
    }
    // neither answer is the only one
    assertThat(admitted).isPositive();
    assertThat(refused).isPositive();
  }

  /** One of the few that a server would take, and a policy that lets it in. */
  private static ObjectNode tame(MemoryCluster cluster, int id) {
    cluster
        .with(object("ns", "Namespace", ""))
        .with(
            "{apiVersion: policy/v1beta1, kind: PodSecurityPolicy, metadata: {name: open}, spec:"
                + " {volumes: ['*'], seLinux: {rule: RunAsAny}, runAsUser: {rule: RunAsAny},"
                + " supplementalGroups: {rule: RunAsAny}, fsGroup: {rule: RunAsAny}}}");
    return Objects.yaml(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {securityContext:"
            + " {runAsUser: "
            + id
            + "}, containers: [{name: c, image: i}]}}");
  }

  private static ObjectWriter writer(MemoryCluster cluster) {
    return new ObjectWriter(
        new AdmissionChain(
            List.of(
                new NamespaceLifecycle(cluster),
                new ServiceAccountPlugin(cluster),
                new PodSecurityPolicyPlugin(cluster, new AlwaysAllow(), (r, k, v) -> {}),
                new PodSecurityPlugin(cluster, KubeVersion.CURRENT, (r, k, v) -> {}),
                new Priority(cluster),
                new RuntimeClass(cluster),
                new DefaultTolerationSeconds())),
        User.of("alice"));
  }

  private static ObjectNode named(ObjectNode tree, Kind kind, String name) {
    tree.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
    ObjectNode metadata = tree.withObject("metadata");
    metadata.put("name", name).remove("namespace");
    if (kind.namespaced()) {
      metadata.put("namespace", "ns");
    }
    return Objects.of(tree);
  }

  /** The pod's namespace, with the random pod's labels and annotations. */
  private static ObjectNode labelled(ObjectNode random) {
    ObjectNode namespace = object("ns", "Namespace", "");
    for (String map : List.of("labels", "annotations")) {
      if (random.path("metadata").has(map)) {
        namespace.withObject("metadata").set(map, random.get("metadata").get(map));
      }
    }
    return namespace;
  }

  private static ObjectNode object(String name, String kind, String namespace) {
    return Objects.yaml(
        "{apiVersion: v1, kind: "
            + kind
            + ", metadata: {name: "
            + name
            + (namespace.isEmpty() ? "" : ", namespace: " + namespace)
            + "}}");
  }
}
