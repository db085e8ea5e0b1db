package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.WriteGuard;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.Authorizer;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.escalation.EscalationCheck;
import dev.muster.authz.rbac.escalation.EscalationVerdict;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Nobody grants what they do not hold, whichever authorization mode is on. */
final class EscalationGuard implements WriteGuard {
  private final RbacMirror mirror;
  private final Authorizer authorizer;

  EscalationGuard(RbacMirror mirror, Authorizer authorizer) {
    this.mirror = mirror;
    this.authorizer = authorizer;
  }

  @Override
  public void check(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    Kind kind = request.kind();
    if (!kind.group().equals("rbac.authorization.k8s.io")) {
      return;
    }
    RbacKind rbac = RbacKind.ofKind(kind.kind()).orElseThrow();
    if (old != null && onlyForTheGarbageCollector(object, old)) {
      return;
    }
    EscalationCheck check = new EscalationCheck(mirror.index(), authorizer);
    EscalationVerdict verdict =
        switch (RbacJson.read(rbac, object)) {
          case RbacObject.AnyRole role ->
              check.role(
                  request.user(), request.namespace(), request.name(), role, oldRole(rbac, old));
          case RbacObject.AnyBinding binding ->
              check.binding(request.user(), request.namespace(), binding);
        };
    switch (verdict) {
      case EscalationVerdict.Permitted permitted -> {}
      case EscalationVerdict.BadReference bad -> {}
      case EscalationVerdict.Forbidden forbidden ->
          throw Status.forbidden(
                  kind.group(), kind.plural(), name(request, object), forbidden.message())
              .exception();
      case EscalationVerdict.RoleNotFound missing ->
          throw Status.notFound(kind.group(), kind.plural(), missing.roleName()).exception();
    }
  }

  private static Optional<RbacObject.AnyRole> oldRole(RbacKind rbac, @Nullable ObjectNode old) {
    return old == null
        ? Optional.empty()
        : Optional.of((RbacObject.AnyRole) RbacJson.read(rbac, old));
  }

  /** Owner references and finalizers grant nothing: they are the garbage collector's business. */
  private static boolean onlyForTheGarbageCollector(ObjectNode object, ObjectNode old) {
    return withoutCollection(object).equals(withoutCollection(old));
  }

  private static ObjectNode withoutCollection(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(copy);
    metadata.ownerReferences().remove();
    metadata.finalizers().remove();
    metadata.managedFields().remove();
    metadata.resourceVersion().remove();
    return copy;
  }

  private static String name(WriteRequest request, ObjectNode object) {
    return request.name().isEmpty() ? ObjectMeta.ofObject(object).name().text() : request.name();
  }
}
