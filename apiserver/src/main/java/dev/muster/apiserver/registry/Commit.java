package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** The last step: what came through all stages is stored, or would have been. */
final class Commit {
  /** How often another generated name is tried before the client hears of it. */
  private static final int GENERATED_NAME_TRIES = 8;

  private final Store<StoredObject> store;
  private final WriteRules rules;

  Commit(Store<StoredObject> store, WriteRules rules) {
    this.store = store;
    this.rules = rules;
  }

  /**
   * @throws ConflictException if the object was changed meanwhile
   * @throws dev.muster.store.OvertakenException if another server gave out the same meanwhile
   */
  WriteOutcome commit(Attempt attempt) {
    Attempt.Live live = attempt.live();
    return live == null ? create(attempt) : update(attempt, live);
  }

  private WriteOutcome create(Attempt attempt) {
    WriteRequest request = attempt.request();
    Kind kind = request.kind();
    if (request.dryRun()) {
      String name = attempt.metadata().name().text();
      Entry<StoredObject> there = find(request, name);
      if (there != null) {
        throw exists(kind, name, there);
      }
      return WriteOutcome.unwritten(kind, attempt.object(), true);
    }
    forgetVersion(attempt.metadata());
    return insert(attempt);
  }

  private WriteOutcome insert(Attempt attempt) {
    WriteRequest request = attempt.request();
    Kind kind = request.kind();
    MutableObjectMeta metadata = attempt.metadata();
    for (int tries = 1; ; tries++) {
      String name = metadata.name().text();
      ObjectDraft draft = ObjectDraft.of(kind, attempt.object()).within(0);
      try {
        Entry<StoredObject> entry =
            attempt.put(store, kind.key(request.namespace(), name), draft, 0);
        rules.follow(request, name);
        return new WriteOutcome(entry.value(), true);
      } catch (ConflictException e) {
        if (!attempt.nameGenerated() || tries == GENERATED_NAME_TRIES) {
          throw exists(kind, name, find(request, name));
        }
        metadata.name(GeneratedName.from(metadata.generateName().text()));
      }
    }
  }

  private WriteOutcome update(Attempt attempt, Attempt.Live live) {
    WriteRequest request = attempt.request();
    ObjectNode next = attempt.object();
    if (Finalization.endsWith(next)) {
      return remove(request, live.entry(), next);
    }
    StoredObject present = live.entry().value();
    ManagedFields.keepTimesIfUnchanged(live.tree(), next);
    if (next.equals(live.tree())
        && !Registry.isOutdated(request.kind(), present)
        && !store.outdated(live.entry())) {
      return new WriteOutcome(present, false);
    }
    if (request.dryRun()) {
      return WriteOutcome.unwritten(request.kind(), next, false);
    }
    ObjectDraft draft = ObjectDraft.of(request.kind(), next).within(present.json().length);
    Entry<StoredObject> written =
        attempt.put(store, live.entry().key(), draft, live.entry().revision());
    rules.follow(request, request.name());
    return new WriteOutcome(written.value(), false);
  }

  /** The last finalizer of a deleted object is gone: so is the object. */
  private WriteOutcome remove(WriteRequest request, Entry<StoredObject> entry, ObjectNode last) {
    if (!request.dryRun()) {
      store.delete(entry.key(), entry.revision());
      rules.follow(request, request.name());
    }
    return WriteOutcome.unwritten(request.kind(), last, false);
  }

  /** An object that is new insists on no version; what is no number counts as none. */
  private static void forgetVersion(MutableObjectMeta metadata) {
    String digits = metadata.resourceVersion().text().replaceFirst("^0+", "");
    metadata.resourceVersion().remove();
    if (!digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw Status.badRequest("resourceVersion should not be set on objects to be created")
          .exception();
    }
  }

  private @Nullable Entry<StoredObject> find(WriteRequest request, String name) {
    return store.snapshot().get(request.kind().key(request.namespace(), name));
  }

  private static RuntimeException exists(
      Kind kind, String name, @Nullable Entry<StoredObject> there) {
    Status exists = Status.alreadyExists(kind.group(), kind.plural(), name);
    if (there == null || ObjectMeta.ofObject(there.value().tree()).deletionTimestamp().absent()) {
      return exists.exception();
    }
    String message = "object is being deleted: " + exists.message();
    return new Status(exists.code(), exists.reason(), message, exists.details()).exception();
  }
}
