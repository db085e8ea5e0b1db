package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The objects of all kinds: reads them, and writes them by the one way there is. */
public final class Registry {
  private final Store<StoredObject> store;
  private final WritePath writes;

  public Registry(
      Store<StoredObject> store, WriteAdmission admission, WriteRules rules, InstantSource clock) {
    this.store = store;
    this.writes = new WritePath(store, admission, rules, clock);
  }

  public Store<StoredObject> store() {
    return store;
  }

  /** The entry, or null. */
  public @Nullable Entry<StoredObject> find(Kind kind, String namespace, String name) {
    return store.snapshot().get(kind.key(namespace, name));
  }

  /** The entry, or a 404. */
  public Entry<StoredObject> get(Kind kind, String namespace, String name) {
    Entry<StoredObject> entry = find(kind, namespace, name);
    if (entry == null) {
      throw Status.notFound(kind.group(), kind.plural(), name).exception();
    }
    return entry;
  }

  /**
   * Brings a write through its stages to the store.
   *
   * @throws dev.muster.model.status.ApiException with the Status that tells why not
   */
  public WriteOutcome write(ObjectWrite write) {
    return writes.write(write);
  }

  /**
   * What is stored, as the version that is stored has it now. Built-in kinds are stored in one
   * version only; that of a custom resource may have changed since it was written.
   */
  public static ObjectNode current(Kind kind, StoredObject stored) {
    ObjectNode tree = stored.tree();
    return kind.type().content() == null
        ? tree
        : MutablePartialObjectMetadata.of(kind.conversion().fromStored(tree))
            .apiVersion(kind.apiVersion())
            .tree();
  }

  /** Whether what is stored would be stored otherwise today. */
  static boolean isOutdated(Kind kind, StoredObject stored) {
    return kind.type().content() != null && !current(kind, stored).equals(stored.tree());
  }
}
