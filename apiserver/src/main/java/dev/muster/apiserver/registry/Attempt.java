package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One try to write: the new object on its way through the stages. What was given out to it is its
 * own until it is closed. For one thread.
 */
final class Attempt implements AutoCloseable {
  private final ObjectWrite write;
  private final ObjectNode object;
  private final @Nullable Live live;
  private @Nullable List<Assignment.Hold> holds;
  private boolean nameGenerated;

  /** The object that is there. */
  record Live(Entry<StoredObject> entry, ObjectNode tree) {}

  private Attempt(ObjectWrite write, ObjectNode object, @Nullable Live live) {
    this.write = write;
    this.object = object;
    this.live = live;
  }

  static Attempt of(Create create) {
    return new Attempt(create, create.object(), null);
  }

  static Attempt of(ObjectUpdate update, ObjectNode next, Live live) {
    return new Attempt(update, next, live);
  }

  ObjectWrite write() {
    return write;
  }

  WriteRequest request() {
    return write.request();
  }

  ObjectNode object() {
    return object;
  }

  MutableObjectMeta metadata() {
    return MutableObjectMeta.ofObject(object);
  }

  /** Null if the object is new. */
  @Nullable Live live() {
    return live;
  }

  /** The tree of the object that is there; null if the object is new. */
  @Nullable ObjectNode old() {
    return live == null ? null : live.tree();
  }

  /** The name is the server's choice, and so may be another. */
  void generatedName() {
    nameGenerated = true;
  }

  boolean nameGenerated() {
    return nameGenerated;
  }

  void hold(Assignment.Hold hold) {
    if (hold == Assignment.Hold.NOTHING) {
      return;
    }
    if (holds == null) {
      holds = new ArrayList<>();
    }
    holds.add(hold);
  }

  /** Stores the object with what it was given. */
  Entry<StoredObject> put(Store<StoredObject> store, String key, ObjectDraft draft, long expected) {
    // INVARIANT: of the assignments, each is for other kinds
    return holds == null
        ? store.put(key, draft, expected)
        : holds.getFirst().put(store, key, draft, expected);
  }

  @Override
  public void close() {
    if (holds != null) {
      holds.forEach(Assignment.Hold::close);
    }
  }
}
