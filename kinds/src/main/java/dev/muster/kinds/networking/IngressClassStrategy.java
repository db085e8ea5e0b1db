package dev.muster.kinds.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.List;

/** Ingress classes. */
public final class IngressClassStrategy extends CountedFields {
  private static final int MAX_CONTROLLER = 250;

  public IngressClassStrategy() {
    super(true, "spec");
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    if (object.path("spec").get("parameters") instanceof ObjectNode parameters) {
      Defaults.absentText(parameters, "scope", "Cluster");
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    At controller = spec.get("controller");
    if (Bytes.of(controller.text()) > MAX_CONTROLLER) {
      errors.tooLong(controller.path(), MAX_CONTROLLER);
    }
    References.validateDomainPath(controller, errors);
    At parameters = spec.get("parameters");
    if (parameters.present()) {
      parameters(parameters, errors);
    }
  }

  private static void parameters(At parameters, Errors errors) {
    IngressBackends.reference(parameters, errors);
    At scope = parameters.get("scope");
    At namespace = parameters.get("namespace");
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
    References.validateImmutable(
        At.root(object).get("spec"), At.root(old).get("spec"), errors, "controller");
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return true;
  }
}
