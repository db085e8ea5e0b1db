package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.StorageDecoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.selector.FieldSelector;
import dev.muster.store.Codec;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Objects as kube-apiserver keeps them in etcd: JSON without resourceVersion. What another server
 * wrote there is read as well, in JSON or protobuf, and in any version that is known.
 */
public final class RegistryObjectCodec implements Codec<StoredObject> {
  /** What stands before the resourceVersion in metadata. */
  private static final List<String> BEFORE =
      List.of("name", "generateName", "namespace", "selfLink", "uid");

  private final Kinds kinds;
  private final StoredObjectCodec weights;

  public RegistryObjectCodec(Kinds kinds) {
    this.kinds = kinds;
    this.weights = new StoredObjectCodec(kinds);
  }

  @Override
  public long weight(StoredObject object) {
    return weights.weight(object);
  }

  @Override
  public byte[] encode(String key, byte[] draft) {
    return ObjectDraft.withoutVersion(draft);
  }

  @Override
  public StoredObject decode(String key, byte[] bytes, long revision) {
    Kind kind = kinds.byStoragePrefix().get(key.substring(0, key.indexOf('/')));
    if (kind == null || kind.type().content() != null) {
      ObjectNode stored = StorageDecoder.read(kinds, bytes);
      return asItStands(stored, Optional.ofNullable(kind), revision);
    }
    ObjectNode object =
        StorageDecoder.readAs(kind, bytes)
            .orElseGet(() -> canonical(kind, StorageDecoder.read(kinds, bytes)));
    EndlessDeletion.mend(object);
    return ObjectDraft.read(kind, object, revision);
  }

  /** In the version in which this server stores it. */
  private ObjectNode canonical(Kind kind, ObjectNode stored) {
    PartialObjectMetadata says = PartialObjectMetadata.of(stored);
    Optional<Kind> claimed =
        kinds
            .byKind(says.apiVersion().text(), says.kind().text())
            .filter(other -> other.storagePrefix().equals(kind.storagePrefix()));
    if (claimed.isEmpty() || claimed.get().equals(kind)) {
      return Decoder.decode(kind.type(), stored).object();
    }
    ObjectNode other = Decoder.decode(claimed.get().type(), stored).object();
    return MutablePartialObjectMetadata.of(claimed.get().conversion().toStored(other))
        .apiVersion(kind.apiVersion())
        .tree();
  }

  /** An object whose kind may not be known yet: nothing in it is touched. */
  private static StoredObject asItStands(ObjectNode stored, Optional<Kind> kind, long revision) {
    PartialObjectMetadata says = PartialObjectMetadata.of(stored);
    MutablePartialObjectMetadata begun = MutablePartialObjectMetadata.create();
    begun.kind().set(says.kind().node());
    begun.apiVersion().set(says.apiVersion().node());
    begun.metadata(withVersion(says.metadata().tree()));
    ObjectNode object = begun.tree();
    stored
        .properties()
        .forEach(
            field -> {
              if (!object.has(field.getKey())) {
                object.set(field.getKey(), field.getValue());
              }
            });
    return ObjectDraft.committed(
        object.toString().getBytes(StandardCharsets.UTF_8),
        StoredObject.labelsOf(object),
        kind.map(known -> FieldSelector.values(known, object))
            .orElseGet(() -> FieldSelector.values(object)),
        revision);
  }

  private static MutableObjectMeta withVersion(JsonNode metadata) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (String name : BEFORE) {
      if (metadata.has(name)) {
        out.set(name, metadata.get(name));
      }
    }
    MutableObjectMeta.of(out).resourceVersion("");
    metadata
        .properties()
        .forEach(
            field -> {
              if (!out.has(field.getKey())) {
                out.set(field.getKey(), field.getValue());
              }
            });
    return MutableObjectMeta.of(out);
  }
}
