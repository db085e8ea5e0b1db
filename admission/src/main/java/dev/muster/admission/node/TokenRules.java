package dev.muster.admission.node;

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
import dev.muster.views.AuthenticationV1.BoundObjectReference;
import dev.muster.views.AuthenticationV1.TokenRequest;
import dev.muster.views.AuthenticationV1.TokenRequestSpec;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
import dev.muster.views.StorageV1.CSIDriver;
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
    TokenRequestSpec spec = TokenRequest.of(NodeRestriction.object(request)).spec();
    BoundObjectReference bound = spec.boundObjectRef();
    String name = bound.name().text();
    if (!bound.apiVersion().text().equals("v1")
        || !bound.kind().text().equals("Pod")
        || name.isEmpty()) {
      throw request.forbidden("node requested token not bound to a pod");
    }
    String uid = bound.uid().text();
    if (uid.isEmpty()) {
      throw request.forbidden("node requested token with a pod binding without a uid");
    }
    Pod pod =
        cluster
            .get("v1", "Pod", request.namespace(), name)
            .map(Pod::of)
            .orElseThrow(() -> Status.notFound("", "pods", name).exception());
    if (!pod.metadata().uid().text().equals(uid)) {
      throw request.forbidden(
          "the UID in the bound object reference ("
              + uid
              + ") does not match the UID in record. The object might have been deleted and then"
              + " recreated");
    }
    if (!pod.spec().nodeName().text().equals(node)) {
      throw request.forbidden("node requested token bound to a pod scheduled on a different node");
    }
    if (audiences) {
      audience(request, spec.audiences().texts(), pod);
    }
  }

  private void audience(AdmissionRequest request, List<String> audiences, Pod pod) {
    if (audiences.size() > 1) {
      throw request.forbidden("node may only request 0 or 1 audiences");
    }
    String audience = audiences.isEmpty() ? "" : audiences.getFirst();
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
  private boolean named(Pod pod, String audience, List<String> problems) {
    String namespace = pod.metadata().namespace().text();
    for (Volume volume : pod.spec().volumes()) {
      for (VolumeProjection source : volume.projected().sources()) {
        if (source.serviceAccountToken().present()
            && source.serviceAccountToken().audience().text().equals(audience)) {
          return true;
        }
      }
      String claim = volume.persistentVolumeClaim().claimName().text();
      if (volume.ephemeral().present()) {
        claim = pod.metadata().name().text() + "-" + volume.name().text();
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
    String volume = PersistentVolumeClaim.of(claim.get()).spec().volumeName().text();
    Optional<ObjectNode> found = cluster.get("v1", "PersistentVolume", "", volume);
    if (found.isEmpty()) {
      problems.add(missing("persistentvolume", volume));
      return "";
    }
    PersistentVolume persistent = PersistentVolume.of(found.get());
    return persistent.spec().csi().present()
        ? persistent.spec().csi().driver().text()
        : MigratedVolume.driverOf(persistent, problems);
  }

  private static String inline(Volume volume, List<String> problems) {
    return volume.csi().present()
        ? volume.csi().driver().text()
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
    return CSIDriver.of(found.get()).spec().tokenRequests().stream()
        .anyMatch(wanted -> wanted.audience().text().equals(audience));
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
