package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.TypedLocalObjectReference;
import dev.muster.views.NetworkingV1.IngressClass;
import dev.muster.views.NetworkingV1.IngressClassParametersReference;
import dev.muster.views.NetworkingV1.IngressClassSpec;
import dev.muster.views.NetworkingV1.MutableIngressClassParametersReference;
import java.util.List;

/** Ingress classes. */
public final class IngressClassStrategy extends CountedFields {
  private static final int MAX_CONTROLLER = 250;

  public IngressClassStrategy() {
    super(true, "spec");
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    if (IngressClass.of(object).spec().parameters().tree() instanceof ObjectNode parameters) {
      MutableIngressClassParametersReference.of(parameters).scope().setIfAbsent("Cluster");
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    IngressClassSpec spec = IngressClass.of(object).spec();
    At controller = spec.controller();
    if (Bytes.of(controller.text()) > MAX_CONTROLLER) {
      errors.tooLong(controller.path(), MAX_CONTROLLER);
    }
    References.validateDomainPath(controller, errors);
    IngressClassParametersReference parameters = spec.parameters();
    if (parameters.present()) {
      parameters(parameters, errors);
    }
  }

  private static void parameters(IngressClassParametersReference parameters, Errors errors) {
    IngressBackends.reference(new TypedLocalObjectReference(parameters.at()), errors);
    At scope = parameters.scope();
    At namespace = parameters.namespace();
    if (!List.of("Cluster", "Namespace").contains(scope.text())) {
      errors.unsupported(scope, List.of("Cluster", "Namespace"));
    } else if (scope.text().equals("Namespace")) {
      if (namespace.absent()) {
        errors.required(namespace.path(), "`parameters.scope` is set to 'Namespace'");
      } else {
        Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
      }
    } else if (namespace.present()) {
      errors.forbidden(namespace.path(), "`parameters.scope` is set to 'Cluster'");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validateImmutable(
        IngressClass.of(object).spec().controller(),
        IngressClass.of(old).spec().controller(),
        errors);
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return true;
  }
}
