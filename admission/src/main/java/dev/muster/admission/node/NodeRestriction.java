package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.authz.Authorizer;
import dev.muster.authz.node.NodeIdentity;
import dev.muster.base.go.GoText;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.ResourceV1.ResourceSlice;

/** Keeps a node to its own Node, Lease, CSINode and pods. Others it leaves alone. */
public final class NodeRestriction implements AdmissionPlugin {
  private static final String LEASES = "kube-node-lease";

  private final PodRules pods;
  private final TokenRules tokens;
  private final boolean anyCertificate;

  public NodeRestriction(Cluster cluster, Authorizer authorizer, FeatureGates gates) {
    this.pods = new PodRules(cluster);
    this.tokens =
        new TokenRules(
            cluster, authorizer, gates.enabled(Feature.SERVICE_ACCOUNT_NODE_AUDIENCE_RESTRICTION));
    this.anyCertificate =
        gates.enabled(Feature.ALLOW_INSECURE_KUBELET_CERTIFICATE_SIGNING_REQUESTS);
  }

  @Override
  public String name() {
    return "NodeRestriction";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (!NodeIdentity.isNode(request.user()) || request.operation() == Operation.CONNECT) {
      return;
    }
    String node = NodeIdentity.name(request.user());
    if (node.isEmpty()) {
      throw request.forbidden(
          "could not determine node from user " + GoText.quote(request.user().name()));
    }
    String resource =
        request.kind().group().isEmpty()
            ? request.kind().plural()
            : request.kind().plural() + "." + request.kind().group();
    switch (resource) {
      case "pods" -> pods.check(node, request);
      case "nodes" -> OwnNodeRules.check(node, request);
      case "persistentvolumeclaims" -> ClaimRules.check(node, request);
      case "serviceaccounts" -> tokens.check(node, request);
      case "leases.coordination.k8s.io" -> lease(node, request);
      case "csinodes.storage.k8s.io" -> own(node, request, "CSINode");
      case "resourceslices.resource.k8s.io" -> slice(node, request);
      case "certificatesigningrequests.certificates.k8s.io" -> {
        if (!anyCertificate) {
          CertificateRules.check(node, request);
        }
      }
      default -> {}
    }
  }

  /** Other writes are the node authorizer's business; it does not see what is in an object. */
  private static void slice(String node, AdmissionRequest request) {
    boolean creates = request.operation() == Operation.CREATE;
    if (!creates && request.operation() != Operation.DELETE) {
      return;
    }
    ResourceSlice slice = ResourceSlice.of(creates ? object(request) : old(request));
    if (!slice.spec().nodeName().text().equals(node)) {
      throw request.forbidden(
          "can only "
              + (creates ? "create" : "delete")
              + " ResourceSlice with the same NodeName as the requesting node");
    }
  }

  private static void lease(String node, AdmissionRequest request) {
    if (!request.namespace().equals(LEASES)) {
      throw request.forbidden(
          "can only access leases in the " + GoText.quote(LEASES) + " system namespace");
    }
    own(node, request, "node lease");
  }

  private static void own(String node, AdmissionRequest request, String what) {
    String name =
        request.operation() == Operation.CREATE
            ? ObjectMeta.ofObject(object(request)).name().text()
            : request.name();
    if (!name.equals(node)) {
      throw request.forbidden(
          "can only access " + what + " with the same name as the requesting node");
    }
  }

  static JsonNode object(AdmissionRequest request) {
    return request.object() == null ? MissingNode.getInstance() : request.object();
  }

  static JsonNode old(AdmissionRequest request) {
    return request.old() == null ? MissingNode.getInstance() : request.old();
  }
}
