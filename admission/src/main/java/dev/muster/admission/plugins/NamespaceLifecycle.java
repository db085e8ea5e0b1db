package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Namespace;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Nothing is created in a namespace that is missing or on its way out; the namespaces of the system
 * itself stay.
 */
public final class NamespaceLifecycle implements AdmissionPlugin {
  private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

  /** Reviews are answered, not stored: they need no namespace. */
  private static final Set<String> REVIEWS = Set.of("localsubjectaccessreviews");

  private final Cluster cluster;

  public NamespaceLifecycle(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "NamespaceLifecycle";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (request.operation() == Operation.DELETE) {
      if (request.isFor("", "Namespace") && IMMORTAL.contains(request.name())) {
        throw request.forbidden("this namespace may not be deleted");
      }
      return;
    }
    if (request.operation() == Operation.CONNECT
        || request.namespace().isEmpty()
        || request.isFor("", "Namespace")
        || request.kind().group().equals("authorization.k8s.io")
            && REVIEWS.contains(request.kind().plural())) {
      return;
    }
    Optional<ObjectNode> namespace = cluster.get("v1", "Namespace", "", request.namespace());
    if (namespace.isEmpty()) {
      throw Status.notFound("", "namespaces", request.namespace()).exception();
    }
    boolean terminating =
        Namespace.of(namespace.get()).status().phase().text().equals("Terminating");
    if (terminating && request.operation() == Operation.CREATE) {
      throw terminating(request);
    }
  }

  private static RuntimeException terminating(AdmissionRequest request) {
    String why =
        "unable to create new content in namespace "
            + request.namespace()
            + " because it is being terminated";
    Status refusal =
        Status.forbidden(request.kind().group(), request.kind().plural(), request.shownName(), why);
    FieldError cause =
        new FieldError(
            "NamespaceTerminating",
            "metadata.namespace",
            "namespace " + request.namespace() + " is being terminated");
    Status.Details about =
        new Status.Details(
            refusal.details().name(),
            refusal.details().group(),
            refusal.details().kind(),
            "",
            List.of(cause),
            0);
    return new Status(refusal.code(), refusal.reason(), refusal.message(), about).exception();
  }
}
