package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Tells in a flow schema's status whether the priority level that it names exists: after every
 * write to a schema or level, before the write is answered.
 */
public final class DanglingFlows implements Consequence {
  private static final String MANAGER = "api-priority-and-fairness-config-consumer-v1";
  private static final String GROUP = "flowcontrol.apiserver.k8s.io";

  private final Store<StoredObject> store;
  private final ManagedFields fields;
  private final Kind schemas;
  private final Kind levels;
  private final InstantSource clock;

  private DanglingFlows(
      Store<StoredObject> store,
      ManagedFields fields,
      Kind schemas,
      Kind levels,
      InstantSource clock) {
    this.store = store;
    this.fields = fields;
    this.schemas = schemas;
    this.levels = levels;
    this.clock = clock;
  }

  /** None where flows are not served. */
  public static List<Consequence> of(
      Store<StoredObject> store, ManagedFields fields, Kinds kinds, InstantSource clock) {
    Optional<Kind> schemas = kinds.byKind(GROUP + "/v1", "FlowSchema");
    Optional<Kind> levels = kinds.byKind(GROUP + "/v1", "PriorityLevelConfiguration");
    return schemas.isPresent() && levels.isPresent()
        ? List.of(new DanglingFlows(store, fields, schemas.get(), levels.get(), clock))
        : List.of();
  }

  @Override
  public void follow(WriteRequest request, String name) {
    if (!request.kind().group().equals(GROUP) || !request.subresource().isEmpty()) {
      return;
    }
    if (request.kind().kind().equals(schemas.kind())) {
      settle(schemas.key("", name));
    } else {
      for (Iterator<Entry<StoredObject>> all =
              store.snapshot().range(schemas.storagePrefix() + "/", "");
          all.hasNext(); ) {
        Entry<StoredObject> schema = all.next();
        if (level(schema.value().tree()).equals(name)) {
          settle(schema.key());
        }
      }
    }
  }

  private static String level(ObjectNode schema) {
    return schema.path("spec").path("priorityLevelConfiguration").path("name").asText();
  }

  private void settle(String key) {
    while (true) {
      Entry<StoredObject> entry = store.snapshot().get(key);
      if (entry == null) {
        return;
      }
      ObjectNode schema = entry.value().tree();
      String level = level(schema);
      boolean found = store.snapshot().get(levels.key("", level)) != null;
      if (told(schema, !found)) {
        return;
      }
      ObjectNode next =
          fields.apply(
              schemas,
              schema,
              Config.read(Encoder.encode(condition(schema, level, found))),
              new Write(MANAGER, "status", clock.instant()),
              true);
      try {
        store.put(key, ObjectDraft.of(schemas, next), entry.revision());
        return;
      } catch (ConflictException e) {
        // somebody was quicker: once more
      }
    }
  }

  private static boolean told(ObjectNode schema, boolean dangling) {
    for (JsonNode condition : schema.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Dangling")) {
        return condition.path("status").asText().equals(dangling ? "True" : "False");
      }
    }
    return false;
  }

  private ObjectNode condition(ObjectNode schema, String level, boolean found) {
    ObjectNode applied = JsonNodeFactory.instance.objectNode();
    applied.put("kind", schemas.kind()).put("apiVersion", schemas.apiVersion());
    applied.putObject("metadata").set("name", schema.path("metadata").path("name"));
    applied
        .putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Dangling")
        .put("status", found ? "False" : "True")
        .put("lastTransitionTime", Times.seconds(clock.instant()))
        .put("reason", found ? "Found" : "NotFound")
        .put(
            "message",
            "This FlowSchema references the PriorityLevelConfiguration object named \"%s\" %s"
                .formatted(level, found ? "and it exists" : "but there is no such object"));
    return applied;
  }
}
