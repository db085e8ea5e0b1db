package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.base.deadline.Deadline;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes objects: the shared way of PUT, PATCH and the subresources. */
public final class Updates {
  private static final String MODIFIED =
      "the object has been modified; please apply your changes to the latest version and try again";
  private static final int MAX_TRIES = 100;

  private final Registry registry;
  private final Creates creates;

  public Updates(Registry registry, Creates creates) {
    this.registry = registry;
    this.creates = creates;
  }

  /** Where a new object comes from. */
  public interface Change {
    /**
     * The new object, made from the current one (null if there is none). The result is used up. It
     * holds the resourceVersion that it insists on, or none.
     */
    ObjectNode from(@Nullable ObjectNode current);

    /** Whether ownership of fields was already settled, as server-side apply does by itself. */
    default boolean ownsFields() {
      return false;
    }

    /**
     * Whether the server itself made the change, as binding does: then it is not prepared and
     * validated as a client's is, and who asked for it has been through admission already.
     */
    default boolean serverMade() {
      return false;
    }

    /**
     * Whether the result carries the version of the object it was made from, and so may be made
     * again from a newer one.
     */
    default boolean followsCurrent() {
      return false;
    }

    /** What the request carries instead of the object: admission is asked about that. */
    default Optional<Part> part() {
      return Optional.empty();
    }

    /** Whether the change may create the object. */
    default boolean mayCreate(Kind kind) {
      return kind.strategy().createsOnUpdate();
    }
  }

  /** A view of an object that requests carry in its place, as a scale. */
  public interface Part {
    /** The subresource's name. */
    String name();

    ObjectNode of(ObjectNode object);

    /** Writes what can be written of it into the object. */
    void into(ObjectNode part, ObjectNode object);
  }

  public WriteOutcome update(WriteRequest request, Change change) {
    Kind kind = request.kind();
    String key = kind.key(request.namespace(), request.name());
    for (int tries = 1; ; tries++) {
      Deadline.check();
      Entry<StoredObject> entry = registry.store().snapshot().get(key);
      if (entry == null) {
        return create(request, change);
      }
      ObjectNode old = Registry.current(kind, entry.value());
      ObjectNode next = change.from(old.deepCopy());
      boolean unconditional = checkVersion(request, next, entry);
      try {
        return attempt(request, change, entry, old, next);
      } catch (ConflictException e) {
        if (!unconditional && !change.followsCurrent() || tries == MAX_TRIES) {
          throw modified(kind, request.name());
        }
      }
    }
  }

  private WriteOutcome create(WriteRequest request, Change change) {
    Kind kind = request.kind();
    if (!change.mayCreate(kind)) {
      throw Status.notFound(kind.group(), kind.plural(), request.name()).exception();
    }
    ObjectNode object = change.from(null);
    Creates.inRequestNamespace(request, object);
    String uid = object.path("metadata").path("uid").asText();
    if (!uid.isEmpty()) {
      throw Status.conflict(
              kind.group(),
              kind.plural(),
              request.name(),
              "uid mismatch: the provided object specified uid "
                  + uid
                  + ", and no existing object was found")
          .exception();
    }
    ((ObjectNode) object.get("metadata")).remove("resourceVersion");
    OwnerDuplicates.drop(object, seen(change), request.warn());
    creates.fillSystemFields(object);
    if (!change.ownsFields()) {
      registry.ownership().update(request, null, object);
    }
    EmptyLists.settle(request.kind(), object);
    registry.admit(Operation.CREATE, request, object, null);
    return creates.store(request, object);
  }

  private WriteOutcome attempt(
      WriteRequest request,
      Change change,
      Entry<StoredObject> entry,
      ObjectNode old,
      ObjectNode next) {
    if (!change.followsCurrent() || change.serverMade()) {
      checkUid(request, next.path("metadata").path("uid").asText(), old);
    }
    Creates.inRequestNamespace(request, next);
    ((ObjectNode) next.get("metadata")).put("resourceVersion", Long.toString(entry.revision()));
    OwnerDuplicates.drop(next, seen(change), request.warn());
    if (!change.ownsFields() && !change.serverMade()) {
      registry.ownership().update(request, old, next);
    }
    EmptyLists.settle(request.kind(), next);
    admit(request, change, next, old);
    registry.guard(request, next, old);
    if (!change.serverMade()) {
      prepare(request, next, old);
    }
    Assignment.Hold held =
        change.serverMade() ? Assignment.Hold.NOTHING : registry.assign(request, next, old);
    try {
      return validated(request, change, entry, old, next);
    } finally {
      held.close();
    }
  }

  private WriteOutcome validated(
      WriteRequest request,
      Change change,
      Entry<StoredObject> entry,
      ObjectNode old,
      ObjectNode next) {
    Kind kind = request.kind();
    if (!change.serverMade()) {
      validate(request, next, old);
      request.asked().strategy().canonicalize(next);
      warnings(request, next, old).forEach(request.warn());
    }
    validateAdmission(request, change, next, old);
    if (Finalization.endsWith(next)) {
      return remove(request, entry, next);
    }
    ManagedFields.keepTimesIfUnchanged(old, next);
    if (next.equals(old) && !Registry.isOutdated(kind, entry.value())) {
      return new WriteOutcome(entry.value(), false);
    }
    if (request.dryRun()) {
      return WriteOutcome.unwritten(kind, next, false);
    }
    Entry<StoredObject> written =
        registry
            .store()
            .put(
                entry.key(),
                ObjectDraft.of(kind, next).within(entry.value().json().length),
                entry.revision());
    registry.follow(request, request.name());
    return new WriteOutcome(written.value(), false);
  }

  private void admit(WriteRequest request, Change change, ObjectNode next, ObjectNode old) {
    Optional<Part> carried = change.part();
    if (carried.isPresent()) {
      Part part = carried.get();
      ObjectNode sent = part.of(next);
      ObjectNode admitted = sent.deepCopy();
      registry.admit(Operation.UPDATE, request.of(part.name()), admitted, part.of(old));
      if (!admitted.equals(sent)) {
        part.into(admitted, next);
      }
    } else if (!change.serverMade()) {
      registry.admit(Operation.UPDATE, request, next, old);
    }
  }

  private void validateAdmission(
      WriteRequest request, Change change, ObjectNode next, ObjectNode old) {
    Optional<Part> carried = change.part();
    if (carried.isPresent()) {
      Part part = carried.get();
      registry.validateAdmission(
          Operation.UPDATE, request.of(part.name()), part.of(next), part.of(old));
    } else if (!change.serverMade()) {
      registry.validateAdmission(Operation.UPDATE, request, next, old);
    }
  }

  private static OwnerDuplicates.Seen seen(Change change) {
    return change.followsCurrent()
        ? OwnerDuplicates.Seen.AFTER_ADMISSION
        : OwnerDuplicates.Seen.SENT;
  }

  /** The last finalizer of a deleted object is gone: so is the object. */
  private WriteOutcome remove(WriteRequest request, Entry<StoredObject> entry, ObjectNode last) {
    if (!request.dryRun()) {
      registry.store().delete(entry.key(), entry.revision());
      registry.follow(request, request.name());
    }
    return WriteOutcome.unwritten(request.kind(), last, false);
  }

  private static void prepare(WriteRequest request, ObjectNode next, ObjectNode old) {
    Strategy strategy = request.asked().strategy();
    SystemFields.carryGeneration(next, old);
    if (request.subresource().isEmpty()) {
      strategy.earlyWarnings(next, old).forEach(request.warn());
      strategy.prepareForUpdate(next, old);
    } else {
      strategy.prepareForSubresourceUpdate(request.subresource(), next, old);
    }
    SystemFields.carryIdentity(next, old);
  }

  private static List<String> warnings(WriteRequest request, ObjectNode next, ObjectNode old) {
    Strategy strategy = request.asked().strategy();
    return request.subresource().isEmpty()
        ? strategy.warnings(next, old)
        : strategy.subresourceWarnings(request.subresource(), next, old);
  }

  private static void validate(WriteRequest request, ObjectNode next, ObjectNode old) {
    Kind kind = request.kind();
    Strategy strategy = request.asked().strategy();
    Errors errors = new Errors();
    ObjectMetas.validateUpdate(kind, next, old, errors);
    if (request.subresource().isEmpty()) {
      strategy.validateUpdate(next, old, errors);
    } else {
      strategy.validateSubresourceUpdate(request.subresource(), next, old, errors);
    }
    if (!errors.isEmpty()) {
      throw Status.invalid(kind.group(), kind.kind(), request.name(), errors).exception();
    }
  }

  /** True if the new object insists on no version. */
  private static boolean checkVersion(
      WriteRequest request, ObjectNode next, Entry<StoredObject> entry) {
    Kind kind = request.kind();
    String version = next.path("metadata").path("resourceVersion").asText();
    if (version.isEmpty() || version.equals("0")) {
      if (!kind.strategy().allowsUnconditionalUpdate()) {
        Errors errors = new Errors();
        errors.invalid(
            Path.of("metadata", "resourceVersion"), "0", "must be specified for an update");
        // the real server names the resource here, not the kind
        throw Status.invalid(kind.group(), kind.plural(), request.name(), errors).exception();
      }
      return true;
    }
    if (!version.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw Status.badRequest("strconv.ParseUint: parsing \"" + version + "\": invalid syntax")
          .exception();
    }
    if (!version.equals(Long.toString(entry.revision()))) {
      throw modified(kind, request.name());
    }
    return false;
  }

  /** Refuses a change that insists on another object than there is. */
  public static void checkUid(WriteRequest request, String wanted, ObjectNode old) {
    Kind kind = request.kind();
    String actual = old.path("metadata").path("uid").asText();
    if (!wanted.isEmpty() && !wanted.equals(actual)) {
      throw Status.conflict(
              kind.group(),
              kind.plural(),
              request.name(),
              "StorageError: invalid object, Code: 4, Key: /registry/"
                  + kind.key(request.namespace(), request.name())
                  + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
                  + wanted
                  + ", UID in object meta: "
                  + actual)
          .exception();
    }
  }

  static RuntimeException modified(Kind kind, String name) {
    return Status.conflict(kind.group(), kind.plural(), name, MODIFIED).exception();
  }
}
