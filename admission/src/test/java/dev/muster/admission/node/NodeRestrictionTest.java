package dev.muster.admission.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRestrictionTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();
  private static final User NODE = User.of("system:node:node1", "system:nodes");

  private final MemoryCluster cluster =
      new MemoryCluster()
          .with(
              json(
                  "{'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'node1', 'uid': 'n-1'}}"))
          .with(
              json(
                  """
                  {'apiVersion': 'v1', 'kind': 'Pod',
                   'metadata': {'namespace': 'ns', 'name': 'mine', 'uid': 'p-1'},
                   'spec': {'nodeName': 'node1', 'volumes': [
                     {'projected': {'sources': [{'serviceAccountToken': {'path': 't'}},
                                                {'serviceAccountToken': {'path': 'v', 'audience': 'vault'}}]}},
                     {'csi': {'driver': 'csi.example.com'}}]}}
                  """))
          .with(
              json(
                  """
                  {'apiVersion': 'v1', 'kind': 'Pod',
                   'metadata': {'namespace': 'ns', 'name': 'other', 'uid': 'p-2'}, 'spec': {'nodeName': 'node2'}}
                  """))
          .with(
              json(
                  """
                  {'apiVersion': 'storage.k8s.io/v1', 'kind': 'CSIDriver', 'metadata': {'name': 'csi.example.com'},
                   'spec': {'tokenRequests': [{'audience': 'disk'}]}}
                  """));
  private final NodeRestriction plugin =
      new NodeRestriction(
          cluster,
          request ->
              request.verb().equals("request-serviceaccounts-token-audience")
                      && request.resource().equals("granted")
                  ? new Decision.Allow(() -> "test", "")
                  : Decision.NoOpinion.SILENT,
          FeatureGates.defaults());

  /** Changes to a mirror pod of its own that would be accepted. */
  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "-                | {}        | allowed",
        "/metadata/annotations | {}   | pod does not have \"kubernetes.io/config.mirror\" annotation, node \"node1\" can only create mirror pods",
        "/spec/nodeName   | 'node2'   | node \"node1\" can only create pods with spec.nodeName set to itself",
        "/metadata/ownerReferences | [] | node \"node1\" can only create pods with an owner reference set to itself",
        "/metadata/ownerReferences | [{}, {}] | node \"node1\" can only create pods with a single owner reference set to itself",
        "/metadata/ownerReferences/0/name | 'node2' | node \"node1\" can only create pods with an owner reference set to itself",
        "/metadata/ownerReferences/0/controller | false | node \"node1\" can only create pods with a controller owner reference set to itself",
        "/metadata/ownerReferences/0/blockOwnerDeletion | true | node \"node1\" must not set blockOwnerDeletion on an owner reference",
        "/metadata/ownerReferences/0/uid | 'n-2' | node node1 UID mismatch: expected n-2 got n-1",
        "/spec/serviceAccountName | 'robot' | node \"node1\" can not create pods that reference serviceaccounts",
        "/spec/volumes    | [{'secret': {'secretName': 's'}}] | node \"node1\" can not create pods that reference secrets",
        "/spec/volumes    | [{'configMap': {'name': 's'}}] | node \"node1\" can not create pods that reference configmaps",
        "/spec/volumes    | [{'persistentVolumeClaim': {'claimName': 's'}}] | node \"node1\" can not create pods that reference persistentvolumeclaims",
        "/spec/volumes    | [{'projected': {'sources': [{'clusterTrustBundle': {}}]}}] | node \"node1\" can not create pods that reference clustertrustbundles"
      })
  void creatingMirrorPods(String path, String value, String expected) throws Exception {
    ObjectNode pod =
        json(
            """
            {'metadata': {'name': 'mirror', 'annotations': {'kubernetes.io/config.mirror': 'x'},
              'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Node', 'name': 'node1', 'uid': 'n-1', 'controller': true}]},
             'spec': {'nodeName': 'node1'}}
            """);
    if (!path.equals("-")) {
      int slash = path.lastIndexOf('/');
      ((ObjectNode) pod.at(path.substring(0, slash)))
          .set(path.substring(slash + 1), JSON.readTree(value));
    }
    assertThat(admit(Operation.CREATE, "v1", "Pod", "", "mirror", pod, null))
        .isEqualTo(
            expected.equals("allowed") ? expected : "pods \"mirror\" is forbidden: " + expected);
  }

  @Test
  void podsOfOtherNodes() {
    assertThat(admit(Operation.DELETE, "v1", "Pod", "", "mine", null, pod("mine")))
        .isEqualTo("allowed");
    assertThat(admit(Operation.DELETE, "v1", "Pod", "", "other", null, pod("other")))
        .isEqualTo(
            "pods \"other\" is forbidden: node \"node1\" can only delete pods with spec.nodeName set"
                + " to itself");
    assertThat(admit(Operation.CREATE, "v1", "Pod", "eviction", "mine", json("{}"), null))
        .isEqualTo("allowed");
    assertThat(admit(Operation.CREATE, "v1", "Pod", "eviction", "other", json("{}"), null))
        .isEqualTo(
            "pods \"other\" is forbidden: node node1 can only evict pods with spec.nodeName set to"
                + " itself");
    assertThat(admit(Operation.CREATE, "v1", "Pod", "eviction", "gone", json("{}"), null))
        .isEqualTo("pods \"gone\" not found");
    assertThat(admit(Operation.UPDATE, "v1", "Pod", "", "mine", pod("mine"), pod("mine")))
        .isEqualTo(
            "pods \"mine\" is forbidden: unexpected operation \"UPDATE\", node \"node1\" can only"
                + " create and delete mirror pods");
    assertThat(admit(Operation.CREATE, "v1", "Pod", "binding", "mine", json("{}"), null))
        .isEqualTo(
            "pods \"mine\" is forbidden: unexpected pod subresource \"binding\", only 'status' and"
                + " 'eviction' are allowed");
  }

  @Test
  void statusOfPods() {
    ObjectNode changed = pod("mine");
    changed.withObject("/status").put("phase", "Running");
    assertThat(admit(Operation.UPDATE, "v1", "Pod", "status", "mine", changed, pod("mine")))
        .isEqualTo("allowed");
    assertThat(admit(Operation.UPDATE, "v1", "Pod", "status", "other", changed, pod("other")))
        .isEqualTo(
            "pods \"other\" is forbidden: node \"node1\" can only update pod status for pods with"
                + " spec.nodeName set to itself");
    changed.withObject("/metadata/labels").put("a", "b");
    assertThat(admit(Operation.UPDATE, "v1", "Pod", "status", "mine", changed, pod("mine")))
        .isEqualTo(
            "pods \"mine\" is forbidden: node \"node1\" cannot update labels through pod status");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "kubernetes.io/hostname            | allowed",
        "topology.kubernetes.io/zone       | allowed",
        "node.kubernetes.io/anything       | allowed",
        "x.kubelet.kubernetes.io/a         | allowed",
        "example.com/role                  | allowed",
        "plain                             | allowed",
        "node-role.kubernetes.io/control-plane | refused",
        "node-restriction.kubernetes.io/a  | refused",
        "a.node-restriction.kubernetes.io/b| refused",
        "topology.kubernetes.io/rack       | refused",
        "feature.k8s.io/x                  | refused"
      })
  void labelsOfNodes(String label, String expected) {
    ObjectNode node = node();
    node.withObject("/metadata/labels").put(label, "x");
    boolean allowed = expected.equals("allowed");
    assertThat(admit(Operation.CREATE, "v1", "Node", "", "node1", node, null))
        .isEqualTo(
            allowed
                ? expected
                : "nodes \"node1\" is forbidden: node \"node1\" is not allowed to set the following"
                    + " labels: "
                    + label);
    assertThat(admit(Operation.UPDATE, "v1", "Node", "", "node1", node, node()))
        .isEqualTo(
            allowed
                ? expected
                : "nodes \"node1\" is forbidden: is not allowed to modify labels: " + label);
    assertThat(admit(Operation.UPDATE, "v1", "Node", "", "node1", node(), node))
        .as("removing it")
        .isEqualTo(
            allowed
                ? expected
                : "nodes \"node1\" is forbidden: is not allowed to modify labels: " + label);
  }

  @Test
  void taintsAndOtherNodes() {
    ObjectNode tainted = node();
    tainted.withObject("/spec").putArray("taints").addObject().put("key", "a");
    assertThat(admit(Operation.UPDATE, "v1", "Node", "", "node1", node(), tainted))
        .isEqualTo("nodes \"node1\" is forbidden: node \"node1\" is not allowed to modify taints");
    assertThat(admit(Operation.CREATE, "v1", "Node", "", "node1", tainted, null))
        .isEqualTo("allowed");
    assertThat(admit(Operation.UPDATE, "v1", "Node", "status", "node2", node(), node()))
        .isEqualTo(
            "nodes \"node2\" is forbidden: node \"node1\" is not allowed to modify node \"node2\"");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{}  | node requested token not bound to a pod",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Secret', 'name': 'mine'}} | node requested token not bound to a pod",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine'}} | node requested token with a pod binding without a uid",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'x'}} | the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'other', 'uid': 'p-2'}} | node requested token bound to a pod scheduled on a different node",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'p-1'}} | allowed",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'p-1'}, 'audiences': ['vault']} | allowed",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'p-1'}, 'audiences': ['disk']} | allowed",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'p-1'}, 'audiences': ['granted']} | allowed",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'p-1'}, 'audiences': ['x']} | audience \"x\" not found in pod spec volume, system:node:node1 is not authorized to request tokens for this audience",
        "{'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'mine', 'uid': 'p-1'}, 'audiences': ['vault', 'x']} | node may only request 0 or 1 audiences"
      })
  void tokens(String spec, String expected) {
    ObjectNode token = json("{'spec': %s}".formatted(spec));
    assertThat(admit(Operation.CREATE, "v1", "ServiceAccount", "token", "robot", token, null))
        .isEqualTo(
            expected.equals("allowed")
                ? expected
                : "serviceaccounts \"robot\" is forbidden: " + expected);
  }

  @Test
  void leasesAndClaims() {
    ObjectNode lease = json("{'metadata': {'name': 'node2'}}");
    assertThat(admit(Operation.CREATE, "coordination.k8s.io/v1", "Lease", "", "node2", lease, null))
        .isEqualTo(
            "leases.coordination.k8s.io \"node2\" is forbidden: can only access leases in the"
                + " \"kube-node-lease\" system namespace");
    assertThat(admit(Operation.CREATE, "storage.k8s.io/v1", "CSINode", "", "node2", lease, null))
        .isEqualTo(
            "csinodes.storage.k8s.io \"node2\" is forbidden: can only access CSINode with the same"
                + " name as the requesting node");
    assertThat(
            admit(Operation.UPDATE, "v1", "PersistentVolumeClaim", "", "c", json("{}"), json("{}")))
        .isEqualTo("persistentvolumeclaims \"c\" is forbidden: may only update PVC status");
    ObjectNode grown = json("{'status': {'capacity': {'storage': '2Gi'}}}");
    assertThat(
            admit(
                Operation.UPDATE,
                "v1",
                "PersistentVolumeClaim",
                "status",
                "c",
                grown,
                json("{'status': {}}")))
        .isEqualTo("allowed");
    grown.withObject("/metadata/labels").put("a", "b");
    assertThat(
            admit(
                Operation.UPDATE,
                "v1",
                "PersistentVolumeClaim",
                "status",
                "c",
                grown,
                json("{'status': {}}")))
        .contains("is not allowed to update fields other than");
  }

  @Test
  void certificatesInItsOwnName() {
    assertThat(admitCsr("system:node:node1")).isEqualTo("allowed");
    assertThat(admitCsr("system:node:node2"))
        .endsWith("can only create a node CSR with CN=system:node:node1");
    assertThat(admitCsr("")).contains("unable to parse csr: ");
  }

  /** Requests made by openssl req -new -newkey ed25519 -subj "/O=system:nodes/CN=...". */
  private String admitCsr(String commonName) {
    String pem =
        switch (commonName) {
          case "system:node:node1" -> CertificateRequests.OF_NODE_1;
          case "system:node:node2" -> CertificateRequests.OF_NODE_2;
          default -> "nonsense";
        };
    ObjectNode csr = json("{'spec': {'signerName': 'kubernetes.io/kubelet-serving'}}");
    csr.withObject("/spec").put("request", pem.getBytes(StandardCharsets.US_ASCII));
    return admit(
        Operation.CREATE,
        "certificates.k8s.io/v1",
        "CertificateSigningRequest",
        "",
        "csr",
        csr,
        null);
  }

  @Test
  void othersAreLeftAlone() {
    assertThat(
            admit(User.of("alice"), Operation.DELETE, "v1", "Pod", "", "other", null, pod("other")))
        .isEqualTo("allowed");
    assertThat(
            admit(
                User.of("system:node:", "system:nodes"),
                Operation.DELETE,
                "v1",
                "Pod",
                "",
                "other",
                null,
                pod("other")))
        .isEqualTo(
            "pods \"other\" is forbidden: could not determine node from user \"system:node:\"");
  }

  private ObjectNode pod(String name) {
    return cluster.get("v1", "Pod", "ns", name).orElseThrow().deepCopy();
  }

  private static ObjectNode node() {
    return json("{'metadata': {'name': 'node1', 'labels': {}}, 'spec': {}}");
  }

  private String admit(
      Operation operation,
      String apiVersion,
      String kind,
      String subresource,
      String name,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    return admit(NODE, operation, apiVersion, kind, subresource, name, object, old);
  }

  private String admit(
      User user,
      Operation operation,
      String apiVersion,
      String kind,
      String subresource,
      String name,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    try {
      plugin.admit(
          new AdmissionRequest(
              operation,
              Objects.KINDS.byKind(apiVersion, kind).orElseThrow(),
              subresource,
              "ns",
              name,
              object,
              old,
              user,
              false,
              warning -> {}));
      return "allowed";
    } catch (ApiException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
