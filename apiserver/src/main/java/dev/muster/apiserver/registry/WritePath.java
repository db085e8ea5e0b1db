package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.OvertakenException;
import dev.muster.store.Store;
import java.time.InstantSource;
import java.util.List;

/** The way of every write: from what was sent, through its stages, to the store. */
final class WritePath {
  private static final int MAX_TRIES = 100;

  private final Store<StoredObject> store;
  private final WriteAdmission admission;
  private final WriteRules rules;
  private final Commit commit;
  private final InstantSource clock;

  WritePath(
      Store<StoredObject> store, WriteAdmission admission, WriteRules rules, InstantSource clock) {
    this.store = store;
    this.admission = admission;
    this.rules = rules;
    this.commit = new Commit(store, rules);
    this.clock = clock;
  }

  WriteOutcome write(ObjectWrite write) {
    return switch (write) {
      case Create create -> create(create);
      case ObjectUpdate update -> update(update);
    };
  }

  private WriteOutcome create(Create create) {
    if (store.shared() && rules.compete(create.request())) {
      return competing(create);
    }
    try (Attempt attempt = Attempt.of(create)) {
      return through(attempt);
    }
  }

  /** What another server gave out meanwhile is not given out again: something else is. */
  private WriteOutcome competing(Create create) {
    while (true) {
      Deadline.check();
      try (Attempt attempt = Attempt.of(create.copy())) {
        return through(attempt);
      } catch (OvertakenException e) {
        // who insisted on it is refused in the next round
      }
    }
  }

  private WriteOutcome update(ObjectUpdate update) {
    WriteRequest request = update.request();
    String key = request.kind().key(request.namespace(), request.name());
    for (int tries = 1; ; tries++) {
      Deadline.check();
      Entry<StoredObject> entry = store.snapshot().get(key);
      if (entry == null) {
        return create(update.orCreate());
      }
      ObjectNode old = Registry.current(request.kind(), entry.value());
      ObjectNode next = update.from(old.deepCopy());
      boolean again =
          Preconditions.anyVersion(request, next, entry.revision()) || update.madeOfCurrent();
      try (Attempt attempt = Attempt.of(update, next, new Attempt.Live(entry, old))) {
        return through(attempt);
      } catch (OvertakenException e) {
        if (tries == MAX_TRIES) {
          throw Preconditions.modified(request);
        }
      } catch (ConflictException e) {
        if (!again || tries == MAX_TRIES) {
          throw Preconditions.modified(request);
        }
      }
    }
  }

  private WriteOutcome through(Attempt attempt) {
    List<WriteStage> stages = attempt.write().stages();
    for (int i = 0; i < stages.size(); i++) {
      enter(stages.get(i), attempt);
    }
    return commit.commit(attempt);
  }

  private void enter(WriteStage stage, Attempt attempt) {
    WriteRequest request = attempt.request();
    ObjectNode object = attempt.object();
    switch (stage) {
      case SAME_UID -> Preconditions.sameUid(attempt);
      case PLACE -> ObjectPlacement.place(attempt);
      case OWNER_REFERENCES_SENT ->
          OwnerDuplicates.drop(object, OwnerDuplicates.Seen.SENT, request.warn());
      case OWNER_REFERENCES_MADE ->
          OwnerDuplicates.drop(object, OwnerDuplicates.Seen.AFTER_ADMISSION, request.warn());
      case IDENTITY -> SystemFields.fill(attempt.metadata(), clock.instant());
      case OWNERSHIP -> rules.ownership().update(request, attempt.old(), object);
      case SETTLE -> EmptyLists.settle(request.kind(), object);
      case ADMIT -> admission.admit(attempt);
      case GUARD -> rules.guard(request, object, attempt.old());
      case PREPARE -> Preparation.prepare(attempt);
      case ASSIGN -> rules.assign(attempt);
      case VALIDATE -> Validation.validate(attempt);
      case VALIDATE_ADMISSION -> admission.validate(attempt);
    }
  }
}
