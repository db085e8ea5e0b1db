package dev.muster.admission.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.base.go.GoText;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A node's tokens are bound to one of its pods, and meant for whom that pod's volumes name. */
final class TokenRules {
  private final Cluster cluster;
  private final Authorizer authorizer;
  private final boolean audiences;

  /**
   * @param audiences whether the audience has to be one that the pod names
   */
  TokenRules(Cluster cluster, Authorizer authorizer, boolean audiences) {
    this.cluster = cluster;
    this.authorizer = authorizer;
    this.audiences = audiences;
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
    if (audiences) {
      audience(request, spec.path("audiences"), pod);
    }
  }

  private void audience(AdmissionRequest request, JsonNode audiences, JsonNode pod) {
    if (audiences.size() > 1) {
      throw request.forbidden("node may only request 0 or 1 audiences");
    }
    String audience = audiences.path(0).asText();
    List<String> problems = new ArrayList<>();
    if (named(pod, audience, problems)) {
      return;
    }
    if (!problems.isEmpty()) {
      throw request.forbidden(
          "error validating audience " + GoText.quote(audience) + ": " + Problems.join(problems));
    }
    Decision decision = asked(request, audience);
    if (decision.allowed()) {
      return;
    }
    String who = request.user().name();
    throw request.forbidden(
        "audience "
            + GoText.quote(audience)
            + " not found in pod spec volume, "
            + (decision.problems().isEmpty()
                ? who + " is not authorized to request tokens for this audience"
                : "error authorizing "
                    + who
                    + " to request tokens for this audience: "
                    + Problems.join(decision.problems())));
  }

  /** Whether a volume of the pod names the audience; what cannot be looked up is a problem. */
  private boolean named(JsonNode pod, String audience, List<String> problems) {
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
          claim.isEmpty() ? inline(volume, problems) : driver(namespace, claim, problems);
      if (!driver.isEmpty() && wantedBy(driver, audience, problems)) {
        return true;
      }
    }
    return false;
  }

  private String driver(String namespace, String name, List<String> problems) {
    Optional<ObjectNode> claim = cluster.get("v1", "PersistentVolumeClaim", namespace, name);
    if (claim.isEmpty()) {
      problems.add(missing("persistentvolumeclaim", name));
      return "";
    }
    String volume = claim.get().path("spec").path("volumeName").asText();
    Optional<ObjectNode> found = cluster.get("v1", "PersistentVolume", "", volume);
    if (found.isEmpty()) {
      problems.add(missing("persistentvolume", volume));
      return "";
    }
    JsonNode spec = found.get().path("spec");
    return spec.has("csi")
        ? spec.path("csi").path("driver").asText()
        : MigratedVolume.driverOf(found.get(), problems);
  }

  private static String inline(JsonNode volume, List<String> problems) {
    return volume.has("csi")
        ? volume.path("csi").path("driver").asText()
        : MigratedVolume.driverOfInline(volume, problems);
  }

  private static String missing(String what, String name) {
    return what + " " + GoText.quote(name) + " not found";
  }

  private boolean wantedBy(String driver, String audience, List<String> problems) {
    Optional<ObjectNode> found = cluster.get("storage.k8s.io/v1", "CSIDriver", "", driver);
    if (found.isEmpty()) {
      problems.add(missing("csidriver.storage.k8s.io", driver));
      return false;
    }
    for (JsonNode wanted : found.get().path("spec").path("tokenRequests")) {
      if (wanted.path("audience").asText().equals(audience)) {
        return true;
      }
    }
    return false;
  }

  private Decision asked(AdmissionRequest request, String audience) {
    return authorizer.authorize(
        Attributes.resource(
            request.user(),
            "request-serviceaccounts-token-audience",
            "",
            "v1",
            audience,
            "",
            request.namespace(),
            request.name()));
  }
}
