package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.kinds.apiextensions.CustomResourceDefinitionStrategy;
import dev.muster.kinds.apiextensions.DefinitionConditions;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionCondition;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the objects of a definition that was deleted, and then lets it go. */
final class InstanceCleanup {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceCleanup.class);

  private final Store<StoredObject> store;
  private final Kinds kinds;
  private final Deletes deletes;
  private final DefinitionWriter writer;
  private final InstantSource clock;

  InstanceCleanup(
      Store<StoredObject> store,
      Kinds kinds,
      Deletes deletes,
      DefinitionWriter writer,
      InstantSource clock) {
    this.store = store;
    this.kinds = kinds;
    this.deletes = deletes;
    this.writer = writer;
    this.clock = clock;
  }

  /** Whether there is something to clean up. */
  static boolean isDue(ObjectNode definition) {
    return CustomResourceDefinition.of(definition).metadata().deletionTimestamp().present()
        && CustomResourceDefinition.of(definition)
            .metadata()
            .finalizers()
            .node()
            .valueStream()
            .anyMatch(f -> f.asText().equals(CustomResourceDefinitionStrategy.CLEANUP));
  }

  /** Goes one step further; true when nothing is left to do. */
  boolean clean(ObjectNode definition) {
    String name = CustomResourceDefinition.of(definition).metadata().name().text();
    if (!DefinitionConditions.isTrue(definition, "Established")) {
      release(name, "NeverEstablished", "resource was never established");
      return true;
    }
    kind(name).ifPresent(this::deleteAll);
    ObjectNode told = DefinitionConditions.find(definition, "Terminating");
    if (told == null
        || !CustomResourceDefinitionCondition.of(told)
            .reason()
            .text()
            .equals("InstanceDeletionInProgress")) {
      writer.changeStatus(
          name,
          next ->
              DefinitionConditions.set(
                  MutableCustomResourceDefinition.of(next),
                  "Terminating",
                  "True",
                  "InstanceDeletionInProgress",
                  "CustomResource deletion is in progress",
                  clock.instant()));
    }
    if (store.snapshot().count(name + "/", "") > 0) {
      return false;
    }
    release(name, "InstanceDeletionCompleted", "removed all instances");
    return true;
  }

  private Optional<Kind> kind(String name) {
    return kinds.defined().stream().filter(k -> k.storagePrefix().equals(name)).findFirst();
  }

  private void deleteAll(Kind kind) {
    Iterator<Entry<StoredObject>> entries = store.snapshot().range(kind.storagePrefix() + "/", "");
    while (entries.hasNext()) {
      StoredObject object = entries.next().value();
      ObjectMeta metadata = ObjectMeta.ofObject(object.tree());
      if (metadata.deletionTimestamp().present()) {
        continue; // it waits for somebody else
      }
      try {
        deletes.deleteFromCollection(
            new WriteRequest(
                kind,
                kind,
                metadata.namespace().text(),
                metadata.name().text(),
                "",
                DefinitionWriter.SERVER,
                false,
                DefinitionWriter.MANAGER,
                warning -> {}),
            DeleteOptions.DEFAULT);
      } catch (ApiException e) {
        LOG.warn(
            "kind={} name={} could not be deleted: {}",
            kind.qualifiedKind(),
            metadata.name().text(),
            e.getMessage());
      }
    }
  }

  private void release(String name, String reason, String message) {
    writer.changeStatus(
        name,
        next -> {
          DefinitionConditions.set(
              MutableCustomResourceDefinition.of(next),
              "Terminating",
              "False",
              reason,
              message,
              clock.instant());
          CustomResourceDefinitionStrategy.release(next);
        });
  }
}
