package dev.muster.admission.writes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.authz.User;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Someone who writes objects: admission, then the kind's rules, then validating admission. */
public final class ObjectWriter {
  private final AdmissionChain chain;
  private final User user;
  private final Kinds kinds;
  private final List<String> warnings = new ArrayList<>();

  public ObjectWriter(AdmissionChain chain, User user) {
    this(chain, user, Objects.KINDS);
  }

  /** On a server with kinds of its own. */
  public ObjectWriter(AdmissionChain chain, User user, Kinds kinds) {
    this.chain = chain;
    this.user = user;
    this.kinds = kinds;
  }

  private Kind kind(ObjectNode object) {
    return kinds
        .byKind(object.get("apiVersion").asText(), object.get("kind").asText())
        .orElseThrow();
  }

  /** What would be stored. */
  public ObjectNode create(ObjectNode given) {
    ObjectNode object = given.deepCopy();
    Kind kind = kind(object);
    Strategy strategy = kind.strategy();
    chain.admit(request(Operation.CREATE, "", object, null));
    strategy.prepareForCreate(object);
    Errors errors = new Errors();
    strategy.validate(object, errors);
    refuse(kind, object, errors);
    chain.validate(request(Operation.CREATE, "", object, null));
    return object;
  }

  /** What would be stored instead of the old object. */
  public ObjectNode update(String subresource, ObjectNode given, ObjectNode stored) {
    ObjectNode object = given.deepCopy();
    ObjectNode old = stored.deepCopy();
    object.withObject("metadata").put("resourceVersion", "1");
    old.withObject("metadata").put("resourceVersion", "1");
    Kind kind = kind(object);
    Strategy strategy = kind.strategy();
    chain.admit(request(Operation.UPDATE, subresource, object, old));
    Errors errors = new Errors();
    if (subresource.isEmpty()) {
      strategy.prepareForUpdate(object, old);
      strategy.validateUpdate(object, old, errors);
    } else {
      strategy.prepareForSubresourceUpdate(subresource, object, old);
      strategy.validateSubresourceUpdate(subresource, object, old, errors);
    }
    refuse(kind, object, errors);
    chain.validate(request(Operation.UPDATE, subresource, object, old));
    return object;
  }

  /** The warnings so far. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  private AdmissionRequest request(
      Operation operation, String subresource, ObjectNode object, @Nullable ObjectNode old) {
    return new AdmissionRequest(
        operation,
        kind(object),
        subresource,
        object.path("metadata").path("namespace").asText(),
        object.path("metadata").path("name").asText(),
        object,
        old,
        user,
        false,
        warnings::add);
  }

  private static void refuse(Kind kind, ObjectNode object, Errors errors) {
    if (!errors.isEmpty()) {
      throw Status.invalid(
              kind.group(), kind.kind(), object.path("metadata").path("name").asText(), errors)
          .exception();
    }
  }
}
