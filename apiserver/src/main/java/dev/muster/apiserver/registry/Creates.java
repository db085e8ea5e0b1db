package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.codec.Times;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import java.util.UUID;

/** Creates objects. */
public final class Creates {
  /** How often another generated name is tried before the client hears of it. */
  private static final int GENERATED_NAME_TRIES = 8;

  private final Registry registry;

  public Creates(Registry registry) {
    this.registry = registry;
  }

  /**
   * Creates an object that was decoded and defaulted. The given tree is used up.
   *
   * @throws dev.muster.model.status.ApiException with the Status that tells why not
   */
  public WriteOutcome create(WriteRequest request, ObjectNode object) {
    inRequestNamespace(request, object);
    OwnerDuplicates.drop(object, OwnerDuplicates.Seen.SENT, request.warn());
    fillSystemFields(object);
    registry.ownership().update(request, null, object);
    EmptyLists.settle(request.kind(), object);
    registry.admit(Operation.CREATE, request, object, null);
    return store(request, object);
  }

  /**
   * The second half of a create: for objects that have been through ownership and mutating
   * admission.
   */
  WriteOutcome store(WriteRequest request, ObjectNode object) {
    registry.guard(request, object, null);
    boolean generated = generateName((ObjectNode) object.get("metadata"));
    Kind kind = request.kind();
    Strategy strategy = request.asked().strategy();
    strategy
        .uncreatable()
        .ifPresent(
            why -> {
              String name = object.path("metadata").path("name").asText();
              throw Status.forbidden(kind.group(), kind.plural(), name, why).exception();
            });
    strategy.earlyWarnings(object, null).forEach(request.warn());
    strategy.prepareForCreate(object);
    Assignment.Hold held = registry.assign(request, object, null);
    try {
      String name = object.path("metadata").path("name").asText();
      Errors errors = new Errors();
      ObjectMetas.validateCreate(kind, object, errors);
      strategy.validate(object, errors);
      if (!errors.isEmpty()) {
        throw Status.invalid(kind.group(), kind.kind(), name, errors).exception();
      }
      strategy.canonicalize(object);
      strategy.warnings(object, null).forEach(request.warn());
      registry.validateAdmission(Operation.CREATE, request, object, null);
      if (request.dryRun()) {
        if (registry.find(kind, request.namespace(), name) != null) {
          throw exists(request, name);
        }
        return WriteOutcome.unwritten(kind, object, true);
      }
      forgetVersion((ObjectNode) object.get("metadata"));
      return write(request, object, generated);
    } finally {
      held.close();
    }
  }

  private WriteOutcome write(WriteRequest request, ObjectNode object, boolean generated) {
    Kind kind = request.kind();
    ObjectNode metadata = (ObjectNode) object.get("metadata");
    for (int tries = 1; ; tries++) {
      String name = metadata.path("name").asText();
      try {
        Entry<StoredObject> entry =
            registry
                .store()
                .put(
                    kind.key(request.namespace(), name), ObjectDraft.of(kind, object).within(0), 0);
        registry.follow(request, name);
        return new WriteOutcome(entry.value(), true);
      } catch (ConflictException e) {
        if (!generated || tries == GENERATED_NAME_TRIES) {
          throw exists(request, name);
        }
        metadata.put("name", GeneratedName.from(metadata.path("generateName").asText()));
      }
    }
  }

  /** Gives the object its identity, but for a name that is to be generated. */
  void fillSystemFields(ObjectNode object) {
    ObjectNode metadata = (ObjectNode) object.get("metadata");
    metadata.put("uid", UUID.randomUUID().toString());
    metadata.put("creationTimestamp", Times.seconds(registry.clock().instant()));
    metadata.remove("selfLink");
    metadata.remove("deletionTimestamp");
    metadata.remove("deletionGracePeriodSeconds");
    metadata.remove("generation");
  }

  /** Whether the name is a generated one, and so may be another. */
  private static boolean generateName(ObjectNode metadata) {
    if (metadata.has("name") || !metadata.has("generateName")) {
      return false;
    }
    metadata.put("name", GeneratedName.from(metadata.get("generateName").asText()));
    return true;
  }

  /**
   * Puts an object where the request says. A namespace on a cluster-wide object is dropped without
   * a word.
   */
  public static void inRequestNamespace(WriteRequest request, ObjectNode object) {
    ObjectNode metadata = (ObjectNode) object.get("metadata");
    String own = metadata.path("namespace").asText();
    if (request.namespace().isEmpty()) {
      metadata.remove("namespace");
      return;
    }
    if (!own.isEmpty() && !own.equals(request.namespace())) {
      throw Status.badRequest(
              "the namespace of the provided object does not match the namespace sent on the request")
          .exception();
    }
    metadata.put("namespace", request.namespace());
  }

  /** An object that is new insists on no version; what is no number counts as none. */
  private static void forgetVersion(ObjectNode metadata) {
    JsonNode version = metadata.remove("resourceVersion");
    String digits = version == null ? "" : version.asText().replaceFirst("^0+", "");
    if (!digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw Status.badRequest("resourceVersion should not be set on objects to be created")
          .exception();
    }
  }

  private RuntimeException exists(WriteRequest request, String name) {
    Kind kind = request.kind();
    Status exists = Status.alreadyExists(kind.group(), kind.plural(), name);
    Entry<StoredObject> there = registry.find(kind, request.namespace(), name);
    boolean deleted =
        there != null && there.value().tree().path("metadata").has("deletionTimestamp");
    return deleted
        ? new Status(
                exists.code(),
                exists.reason(),
                "object is being deleted: " + exists.message(),
                exists.details())
            .exception()
        : exists.exception();
  }
}
