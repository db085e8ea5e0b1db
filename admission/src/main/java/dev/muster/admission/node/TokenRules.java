package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.api.status.Status;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Quote;
import java.util.Optional;

/** A node's tokens are bound to one of its pods, and meant for whom that pod's volumes name. */
final class TokenRules {
  private final Cluster cluster;
  private final Authorizer authorizer;

  TokenRules(Cluster cluster, Authorizer authorizer) {
    this.cluster = cluster;
    this.authorizer = authorizer;
  }

  void check(String node, AdmissionRequest request) {
    if (request.operation() != Operation.CREATE || !request.subresource().equals("token")) {
      return;
    }
    JsonNode spec = NodeRestriction.object(request).path("spec");
    JsonNode bound = spec.path("boundObjectRef");
    String name = bound.path("name").asText();
    if (!bound.path("apiVersion").asText().equals("v1")
        || !bound.path("kind").asText().equals("Pod")
        || name.isEmpty()) {
      throw request.forbidden("node requested token not bound to a pod");
    }
    String uid = bound.path("uid").asText();
    if (uid.isEmpty()) {
      throw request.forbidden("node requested token with a pod binding without a uid");
    }
    JsonNode pod =
        cluster
            .get("v1", "Pod", request.namespace(), name)
            .orElseThrow(() -> Status.notFound("", "pods", name).exception());
    if (!pod.path("metadata").path("uid").asText().equals(uid)) {
      throw request.forbidden(
          "the UID in the bound object reference ("
              + uid
              + ") does not match the UID in record. The object might have been deleted and then"
              + " recreated");
    }
    if (!pod.path("spec").path("nodeName").asText().equals(node)) {
      throw request.forbidden("node requested token bound to a pod scheduled on a different node");
    }
    audience(request, spec.path("audiences"), pod);
  }

  private void audience(AdmissionRequest request, JsonNode audiences, JsonNode pod) {
    if (audiences.size() > 1) {
      throw request.forbidden("node may only request 0 or 1 audiences");
    }
    String audience = audiences.path(0).asText();
    if (named(pod, audience) || granted(request, audience)) {
      return;
    }
    throw request.forbidden(
        "audience "
            + Quote.of(audience)
            + " not found in pod spec volume, "
            + request.user().name()
            + " is not authorized to request tokens for this audience");
  }

  private boolean named(JsonNode pod, String audience) {
    String namespace = pod.path("metadata").path("namespace").asText();
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      for (JsonNode source : volume.path("projected").path("sources")) {
        if (source.has("serviceAccountToken")
            && source.path("serviceAccountToken").path("audience").asText().equals(audience)) {
          return true;
        }
      }
      String claim = volume.path("persistentVolumeClaim").path("claimName").asText();
      if (volume.has("ephemeral")) {
        claim = pod.path("metadata").path("name").asText() + "-" + volume.path("name").asText();
      }
      String driver =
          claim.isEmpty() ? volume.path("csi").path("driver").asText() : driver(namespace, claim);
      if (!driver.isEmpty() && wantedBy(driver, audience)) {
        return true;
      }
    }
    return false;
  }

  private String driver(String namespace, String claim) {
    return cluster
        .get("v1", "PersistentVolumeClaim", namespace, claim)
        .map(found -> found.path("spec").path("volumeName").asText())
        .filter(volume -> !volume.isEmpty())
        .flatMap(volume -> cluster.get("v1", "PersistentVolume", "", volume))
        .map(found -> found.path("spec").path("csi").path("driver").asText())
        .orElse("");
  }

  private boolean wantedBy(String driver, String audience) {
    Optional<? extends JsonNode> found = cluster.get("storage.k8s.io/v1", "CSIDriver", "", driver);
    if (found.isEmpty()) {
      return false;
    }
    for (JsonNode wanted : found.get().path("spec").path("tokenRequests")) {
      if (wanted.path("audience").asText().equals(audience)) {
        return true;
      }
    }
    return false;
  }

  private boolean granted(AdmissionRequest request, String audience) {
    return authorizer
        .authorize(
            Attributes.resource(
                request.user(),
                "request-serviceaccounts-token-audience",
                "",
                "",
                audience,
                "",
                request.namespace(),
                request.name()))
        .allowed();
  }
}
