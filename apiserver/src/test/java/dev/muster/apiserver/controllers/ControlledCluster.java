package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRules;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A registry in memory whose clock stands until it is moved, for controllers called by hand. */
final class ControlledCluster implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  final Kinds kinds = KubernetesKinds.kinds();
  final SettableClock clock = new SettableClock(Instant.parse("2030-01-01T00:00:00Z"));
  private final Store<StoredObject> store = EmbeddedStore.inMemory();
  final Writer writer = writer();

  private Writer writer() {
    WriteAdmission admission = new WriteAdmission(new AdmissionChain(List.of()));
    WriteRules rules = WriteRules.of(new ManagedFieldOwnership(new ManagedFields(kinds), clock));
    Registry registry = new Registry(store, admission, rules, clock);
    return new Writer(registry, new Deletes(registry, admission, rules, clock), "test");
  }

  Kind kind(String apiVersion, String name) {
    return kinds.byKind(apiVersion, name).orElseThrow();
  }

  /** Creates it, and gives its key. */
  String create(Kind kind, String namespace, String json) {
    ObjectNode object = read(json);
    writer.create(kind, namespace, object);
    return kind.key(namespace, object.path("metadata").path("name").asText());
  }

  void change(Kind kind, String namespace, String name, String sub, Consumer<ObjectNode> how) {
    writer.change(kind, namespace, name, sub, how);
  }

  /** As stored; missing when it is gone. */
  JsonNode get(String key) {
    @Nullable Entry<StoredObject> entry = store.snapshot().get(key);
    return entry == null ? JSON.missingNode() : entry.value().tree();
  }

  /** A condition of an object; missing when it has none of that type. */
  JsonNode condition(String key, String type) {
    for (JsonNode condition : get(key).path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return JSON.missingNode();
  }

  /** Shows an object to a controller, as it is now. */
  List<String> show(Controller controller, String key) {
    @Nullable Entry<StoredObject> entry = store.snapshot().get(key);
    return entry == null
        ? List.of()
        : List.copyOf(controller.keysFor(new Change(key, entry.value(), false)));
  }

  /** {@code component reason: message} of all events. */
  List<String> events() {
    List<String> told = new ArrayList<>();
    Iterator<Entry<StoredObject>> all =
        store.snapshot().range(kind("v1", "Event").storagePrefix() + "/", "");
    while (all.hasNext()) {
      JsonNode event = all.next().value().tree();
      told.add(
          event.path("source").path("component").asText()
              + " "
              + event.path("type").asText()
              + " "
              + event.path("reason").asText()
              + ": "
              + event.path("message").asText());
    }
    return told;
  }

  static ObjectNode read(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
