package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
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
    for (Volume volume : Pod.of(change.object().tree()).spec().volumes()) {
      String claim = claim(change.name(), volume);
      if (!claim.isEmpty()) {
        keys.add(kind.key(change.namespace(), claim));
      }
    }
    return keys;
  }

  /** The name of the claim behind a pod's volume; empty if there is none. */
  private static String claim(String pod, Volume volume) {
    return volume.ephemeral().present()
        ? pod + "-" + volume.name().text()
        : volume.persistentVolumeClaim().claimName().text();
  }

  @Override
  public Sync sync(String key) {
    Entry<StoredObject> entry = writer.registry().store().snapshot().get(key);
    if (entry == null) {
      return Sync.DONE;
    }
    ObjectNode object = entry.value().tree();
    ObjectMeta metadata = ObjectMeta.ofObject(object);
    boolean held = metadata.finalizers().texts().contains(finalizer);
    if (metadata.deletionTimestamp().present() && held && !used(object, metadata)) {
      writer.change(kind, metadata.namespace().text(), metadata.name().text(), "", this::release);
    }
    return Sync.DONE;
  }

  private void release(ObjectNode object) {
    if (MutableObjectMeta.ofObject(object).finalizers().node() instanceof ArrayNode finalizers) {
      for (int i = finalizers.size() - 1; i >= 0; i--) {
        if (finalizers.get(i).asText().equals(finalizer)) {
          finalizers.remove(i);
        }
      }
    }
  }

  private boolean used(ObjectNode object, ObjectMeta metadata) {
    if (!kind.namespaced()) {
      return PersistentVolume.of(object).status().phase().text().equals("Bound");
    }
    String claim = metadata.name().text();
    String namespace = metadata.namespace().text();
    for (Iterator<Entry<StoredObject>> all =
            writer
                .registry()
                .store()
                .snapshot()
                .range(pods.storagePrefix() + "/" + namespace + "/", "");
        all.hasNext(); ) {
      Pod pod = Pod.of(all.next().value().tree());
      if (pod.spec().nodeName().present()
          && pod.spec().volumes().stream()
              .anyMatch(volume -> claim(pod.metadata().name().text(), volume).equals(claim))) {
        return true;
      }
    }
    return false;
  }
}
