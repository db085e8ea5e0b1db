package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.base.go.GoText;
import dev.muster.model.status.Status;

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
    JsonNode pod = NodeRestriction.object(request);
    if (!pod.path("metadata").path("annotations").has(MIRROR)) {
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
    owner(node, request, pod.path("metadata").path("ownerReferences"));
    ObjectReferences.refusal(node, pod)
        .ifPresent(
            why -> {
              throw request.forbidden(why);
            });
  }

  private void owner(String node, AdmissionRequest request, JsonNode owners) {
    if (owners.size() > 1) {
      throw cannot(node, request, "only create pods with a single owner reference set to itself");
    }
    JsonNode owner = owners.path(0);
    if (!owner.path("apiVersion").asText().equals("v1")
        || !owner.path("kind").asText().equals("Node")
        || !owner.path("name").asText().equals(node)) {
      throw cannot(node, request, "only create pods with an owner reference set to itself");
    }
    if (!owner.path("controller").asBoolean()) {
      throw cannot(
          node, request, "only create pods with a controller owner reference set to itself");
    }
    if (owner.path("blockOwnerDeletion").asBoolean()) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " must not set blockOwnerDeletion on an owner reference");
    }
    String expected = owner.path("uid").asText();
    String uid =
        cluster
            .get("v1", "Node", "", node)
            .orElseThrow(() -> Status.notFound("", "nodes", node).exception())
            .path("metadata")
            .path("uid")
            .asText();
    if (!expected.equals(uid)) {
      throw request.forbidden(
          "node " + node + " UID mismatch: expected " + expected + " got " + uid);
    }
  }

  private void status(String node, AdmissionRequest request) {
    if (request.operation() != Operation.UPDATE) {
      throw request.forbidden("unexpected operation " + GoText.quote(request.operation().name()));
    }
    JsonNode old = NodeRestriction.old(request);
    JsonNode pod = NodeRestriction.object(request);
    if (!boundTo(node, old)) {
      throw cannot(
          node, request, "only update pod status for pods with spec.nodeName set to itself");
    }
    if (!old.path("metadata").path("labels").equals(pod.path("metadata").path("labels"))) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " cannot update labels through pod status");
    }
    if (!old.path("status")
        .path("resourceClaimStatuses")
        .equals(pod.path("status").path("resourceClaimStatuses"))) {
      throw request.forbidden(
          "node " + GoText.quote(node) + " cannot update resource claim statues");
    }
    if (!old.path("status")
        .path("extendedResourceClaimStatus")
        .equals(pod.path("status").path("extendedResourceClaimStatus"))) {
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

  private ObjectNode existing(AdmissionRequest request) {
    return cluster
        .get("v1", "Pod", request.namespace(), request.name())
        .orElseThrow(() -> Status.notFound("", "pods", request.name()).exception());
  }

  private static boolean boundTo(String node, JsonNode pod) {
    return pod.path("spec").path("nodeName").asText().equals(node);
  }

  private static RuntimeException cannot(String node, AdmissionRequest request, String what) {
    return request.forbidden("node " + GoText.quote(node) + " can " + what);
  }
}
