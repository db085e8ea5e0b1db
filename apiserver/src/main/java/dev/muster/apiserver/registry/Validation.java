package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import java.util.List;

/** The rules of an object's kind, and what its writer should know. */
final class Validation {
  private Validation() {}

  static void validate(Attempt attempt) {
    WriteRequest request = attempt.request();
    ObjectNode object = attempt.object();
    ObjectNode old = attempt.old();
    Kind kind = request.kind();
    Strategy strategy = request.asked().strategy();
    Errors errors = new Errors();
    if (old == null) {
      ObjectMetas.validateCreate(kind, object, errors);
      strategy.validate(object, errors);
    } else {
      validateUpdate(request, object, old, errors);
    }
    if (!errors.isEmpty()) {
      String name = old == null ? attempt.metadata().name().text() : request.name();
      throw Status.invalid(kind.group(), kind.kind(), name, errors).exception();
    }
    strategy.canonicalize(object);
    List<String> warnings =
        old == null || request.subresource().isEmpty()
            ? strategy.warnings(object, old)
            : strategy.subresourceWarnings(request.subresource(), object, old);
    warnings.forEach(request.warn());
  }

  private static void validateUpdate(
      WriteRequest request, ObjectNode next, ObjectNode old, Errors errors) {
    Strategy strategy = request.asked().strategy();
    ObjectMetas.validateUpdate(request.kind(), next, old, errors);
    if (request.subresource().isEmpty()) {
      strategy.validateUpdate(next, old, errors);
    } else {
      strategy.validateSubresourceUpdate(request.subresource(), next, old, errors);
    }
  }
}
