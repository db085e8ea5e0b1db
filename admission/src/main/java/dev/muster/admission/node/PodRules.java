package dev.muster.admission.node;

import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.base.go.GoText;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.OwnerReference;
import java.util.List;

/** A node creates mirror pods of its own, and deletes, evicts and reports on pods bound to it. */
final class PodRules {
  private static final String MIRROR = "kubernetes.io/config.mirror";

  private final Cluster cluster;

  PodRules(Cluster cluster) {
    this.cluster = cluster;
  }

  void check(String node, AdmissionRequest request) {
    switch (request.subresource()) {
      case "" -> pod(node, request);
      case "status" -> status(node, request);
      case "eviction" -> eviction(node, request);
      default ->
          throw request.forbidden(
              "unexpected pod subresource "
                  + GoText.quote(request.subresource())
                  + ", only 'status' and 'eviction' are allowed");
    }
  }

  private void pod(String node, AdmissionRequest request) {
    switch (request.operation()) {
      case CREATE -> create(node, request);
      case DELETE -> {
        if (!boundTo(node, existing(request))) {
          throw request.forbidden(
              "node "
                  + GoText.quote(node)
                  + " can only delete pods with spec.nodeName set to itself");
        }
      }
      case UPDATE, CONNECT ->
          throw request.forbidden(
              "unexpected operation "
                  + GoText.quote(request.operation().name())
                  + ", node "
                  + GoText.quote(node)
                  + " can only create and delete mirror pods");
    }
  }

  private void create(String node, AdmissionRequest request) {
    Pod pod = Pod.of(NodeRestriction.object(request));
    if (!pod.metadata().annotations().has(MIRROR)) {
      throw request.forbidden(
          "pod does not have "
              + GoText.quote(MIRROR)
              + " annotation, node "
              + GoText.quote(node)
              + " can only create mirror pods");
    }
    if (!boundTo(node, pod)) {
      throw cannot(node, request, "only create pods with spec.nodeName set to itself");
    }
    owner(node, request, pod.metadata().ownerReferences());
    ObjectReferences.refusal(node, pod)
        .ifPresent(
            why -> {
              throw request.forbidden(why);
            });
  }

  private void owner(String node, AdmissionRequest request, List<OwnerReference> owners) {
    if (owners.size() > 1) {
      throw cannot(node, request, "only create pods with a single owner reference set to itself");
    }
    if (owners.isEmpty() || !names(owners.getFirst(), node)) {
      throw cannot(node, request, "only create pods with an owner reference set to itself");
    }
    OwnerReference owner = owners.getFirst();
    if (!owner.controller().truth()) {
      throw cannot(
          node, request, "only create pods with a controller owner reference set to itself");
    }
    if (owner.blockOwnerDeletion().truth()) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " must not set blockOwnerDeletion on an owner reference");
    }
    String expected = owner.uid().text();
    String uid =
        cluster
            .get("v1", "Node", "", node)
            .map(found -> Node.of(found).metadata().uid().text())
            .orElseThrow(() -> Status.notFound("", "nodes", node).exception());
    if (!expected.equals(uid)) {
      throw request.forbidden(
          "node " + node + " UID mismatch: expected " + expected + " got " + uid);
    }
  }

  private void status(String node, AdmissionRequest request) {
    if (request.operation() != Operation.UPDATE) {
      throw request.forbidden("unexpected operation " + GoText.quote(request.operation().name()));
    }
    Pod old = Pod.of(NodeRestriction.old(request));
    Pod pod = Pod.of(NodeRestriction.object(request));
    if (!boundTo(node, old)) {
      throw cannot(
          node, request, "only update pod status for pods with spec.nodeName set to itself");
    }
    if (!old.metadata().labels().node().equals(pod.metadata().labels().node())) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " cannot update labels through pod status");
    }
    if (!old.status()
        .resourceClaimStatuses()
        .at()
        .node()
        .equals(pod.status().resourceClaimStatuses().at().node())) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " cannot update resource claim statues");
    }
    if (!old.status()
        .extendedResourceClaimStatus()
        .tree()
        .equals(pod.status().extendedResourceClaimStatus().tree())) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " cannot update extended resource claim status");
    }
  }

  private void eviction(String node, AdmissionRequest request) {
    if (request.operation() != Operation.CREATE) {
      throw request.forbidden("unexpected operation " + request.operation().name());
    }
    if (!boundTo(node, existing(request))) {
      throw request.forbidden(
          "node " + node + " can only evict pods with spec.nodeName set to itself");
    }
  }

  private Pod existing(AdmissionRequest request) {
    return cluster
        .get("v1", "Pod", request.namespace(), request.name())
        .map(Pod::of)
        .orElseThrow(() -> Status.notFound("", "pods", request.name()).exception());
  }

  private static boolean names(OwnerReference owner, String node) {
    return owner.apiVersion().text().equals("v1")
        && owner.kind().text().equals("Node")
        && owner.name().text().equals(node);
  }

  private static boolean boundTo(String node, Pod pod) {
    return pod.spec().nodeName().text().equals(node);
  }

  private static RuntimeException cannot(String node, AdmissionRequest request, String what) {
    return request.forbidden("node " + GoText.quote(node) + " can " + what);
  }
}
