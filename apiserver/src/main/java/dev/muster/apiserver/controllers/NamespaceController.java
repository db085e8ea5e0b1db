package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Iterator;
import java.util.List;

/** Empties a namespace that was deleted, then lets it go. */
final class NamespaceController implements Controller {
  private static final String FINALIZER = "kubernetes";

  private final Writer writer;
  private final Kind namespaces;
  private final List<Kind> contents;

  NamespaceController(Writer writer, Kinds kinds) {
    this.writer = writer;
    this.namespaces = kinds.byKind("v1", "Namespace").orElseThrow();
    this.contents = kinds.byStoragePrefix().values().stream().filter(Kind::namespaced).toList();
  }

  @Override
  public String name() {
    return "namespace";
  }

  @Override
  public List<String> watches() {
    return List.of(namespaces.storagePrefix());
  }

  @Override
  public String keyFor(Change change) {
    return change.gone() ? "" : change.key().substring(change.key().indexOf('/') + 1);
  }

  @Override
  public boolean sync(String name) {
    Entry<StoredObject> entry = writer.registry().find(namespaces, "", name);
    if (entry == null || !entry.value().tree().path("metadata").has("deletionTimestamp")) {
      return false;
    }
    if (!empty(name)) {
      return true;
    }
    writer.change(namespaces, "", name, "finalize", NamespaceController::release);
    return false;
  }

  /** Deletes what is there; true if nothing was. */
  private boolean empty(String namespace) {
    Snapshot<StoredObject> snapshot = writer.registry().store().snapshot();
    boolean empty = true;
    for (Kind kind : contents) {
      for (Iterator<Entry<StoredObject>> all = snapshot.range(kind.key(namespace, ""), "");
          all.hasNext(); ) {
        empty = false;
        String name = all.next().value().fields().getOrDefault("metadata.name", "");
        writer.delete(kind, namespace, name, DeleteOptions.DEFAULT);
      }
    }
    return empty;
  }

  private static void release(ObjectNode namespace) {
    ObjectNode spec = namespace.withObject("/spec");
    ArrayNode kept = spec.arrayNode();
    spec.path("finalizers")
        .forEach(
            f -> {
              if (!f.asText().equals(FINALIZER)) {
                kept.add(f);
              }
            });
    if (kept.isEmpty()) {
      spec.remove("finalizers");
    } else {
      spec.set("finalizers", kept);
    }
  }
}
