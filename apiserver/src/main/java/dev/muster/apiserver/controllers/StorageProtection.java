package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/**
 * Lets volumes and claims go that were deleted and are of no use any more: a claim once no pod on a
 * node has it, a volume once it is not bound.
 */
final class StorageProtection implements Controller {
  private final String name;
  private final String finalizer;
  private final Writer writer;
  private final Kind kind;
  private final Kind pods;

  private StorageProtection(
      String name, String finalizer, Writer writer, Kinds kinds, String kindName) {
    this.name = name;
    this.finalizer = finalizer;
    this.writer = writer;
    this.kind = kinds.byKind("v1", kindName).orElseThrow();
    this.pods = kinds.byKind("v1", "Pod").orElseThrow();
  }

  static StorageProtection ofClaims(Writer writer, Kinds kinds) {
    return new StorageProtection(
        "persistentvolumeclaim-protection-controller",
        "kubernetes.io/pvc-protection",
        writer,
        kinds,
        "PersistentVolumeClaim");
  }

  static StorageProtection ofVolumes(Writer writer, Kinds kinds) {
    return new StorageProtection(
        "persistentvolume-protection-controller",
        "kubernetes.io/pv-protection",
        writer,
        kinds,
        "PersistentVolume");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Collection<String> keysFor(Change change) {
    if (change.isOf(kind.storagePrefix())) {
      return change.gone() ? List.of() : List.of(change.key());
    }
    if (!kind.namespaced() || !change.gone() || !change.isOf(pods.storagePrefix())) {
      return List.of();
    }
    List<String> keys = new ArrayList<>();
    for (JsonNode volume : change.object().tree().path("spec").path("volumes")) {
      String claim = claim(change.name(), volume);
      if (!claim.isEmpty()) {
        keys.add(kind.key(change.namespace(), claim));
      }
    }
    return keys;
  }

  /** The name of the claim behind a pod's volume; empty if there is none. */
  private static String claim(String pod, JsonNode volume) {
    return volume.has("ephemeral")
        ? pod + "-" + volume.path("name").asText()
        : volume.path("persistentVolumeClaim").path("claimName").asText();
  }

  @Override
  public Sync sync(String key) {
    Entry<StoredObject> entry = writer.registry().store().snapshot().get(key);
    if (entry == null) {
      return Sync.DONE;
    }
    ObjectNode object = entry.value().tree();
    JsonNode metadata = object.path("metadata");
    boolean held =
        metadata.path("finalizers").valueStream().anyMatch(one -> one.asText().equals(finalizer));
    if (metadata.has("deletionTimestamp") && held && !used(object)) {
      writer.change(
          kind,
          metadata.path("namespace").asText(),
          metadata.path("name").asText(),
          "",
          this::release);
    }
    return Sync.DONE;
  }

  private void release(ObjectNode object) {
    if (object.path("metadata").get("finalizers") instanceof ArrayNode finalizers) {
      for (int i = finalizers.size() - 1; i >= 0; i--) {
        if (finalizers.get(i).asText().equals(finalizer)) {
          finalizers.remove(i);
        }
      }
    }
  }

  private boolean used(ObjectNode object) {
    if (!kind.namespaced()) {
      return object.path("status").path("phase").asText().equals("Bound");
    }
    String claim = object.path("metadata").path("name").asText();
    String namespace = object.path("metadata").path("namespace").asText();
    for (Iterator<Entry<StoredObject>> all =
            writer
                .registry()
                .store()
                .snapshot()
                .range(pods.storagePrefix() + "/" + namespace + "/", "");
        all.hasNext(); ) {
      JsonNode pod = all.next().value().tree();
      if (pod.path("spec").has("nodeName")
          && pod.path("spec")
              .path("volumes")
              .valueStream()
              .anyMatch(
                  volume ->
                      claim(pod.path("metadata").path("name").asText(), volume).equals(claim))) {
        return true;
      }
    }
    return false;
  }
}
