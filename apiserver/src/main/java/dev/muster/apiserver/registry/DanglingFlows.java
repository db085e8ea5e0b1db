package dev.muster.apiserver.registry;

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
import dev.muster.views.FlowcontrolV1.FlowSchema;
import dev.muster.views.FlowcontrolV1.FlowSchemaCondition;
import dev.muster.views.FlowcontrolV1.MutableFlowSchema;
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
    return FlowSchema.of(schema).spec().priorityLevelConfiguration().name().text();
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
      if (told(FlowSchema.of(schema), !found)) {
        return;
      }
      ObjectNode next =
          fields.apply(
              schemas,
              schema,
              Config.read(Encoder.encode(condition(FlowSchema.of(schema), level, found).tree())),
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

  private static boolean told(FlowSchema schema, boolean dangling) {
    for (FlowSchemaCondition condition : schema.status().conditions()) {
      if (condition.type().text().equals("Dangling")) {
        return condition.status().text().equals(dangling ? "True" : "False");
      }
    }
    return false;
  }

  private MutableFlowSchema condition(FlowSchema schema, String level, boolean found) {
    MutableFlowSchema applied = MutableFlowSchema.create();
    applied.kind(schemas.kind()).apiVersion(schemas.apiVersion());
    applied.metadata().replace().name().set(schema.metadata().name().node());
    applied
        .status()
        .replace()
        .conditions()
        .add()
        .type("Dangling")
        .status(found ? "False" : "True")
        .lastTransitionTime(Times.seconds(clock.instant()))
        .reason(found ? "Found" : "NotFound")
        .message(
            "This FlowSchema references the PriorityLevelConfiguration object named \"%s\" %s"
                .formatted(level, found ? "and it exists" : "but there is no such object"));
    return applied;
  }
}
