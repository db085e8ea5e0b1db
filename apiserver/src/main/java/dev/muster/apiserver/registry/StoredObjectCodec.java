package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.selector.FieldSelector;
import dev.muster.store.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Reads objects back from disk. Those of a kind that is not known, because it was added while an
 * earlier server ran, are kept until it is added again.
 */
public final class StoredObjectCodec implements Codec<StoredObject> {
  /** What a label or a field costs besides: two texts and their place in a map. */
  private static final long LABEL_BYTES = 128;

  private final Map<String, Kind> byPrefix;

  public StoredObjectCodec(Kinds kinds) {
    this.byPrefix = kinds.byStoragePrefix();
  }

  /** The bytes to send, and what selectors look at. */
  @Override
  public long weight(StoredObject object) {
    return object.json().length + LABEL_BYTES * (object.labels().size() + object.fields().size());
  }

  @Override
  public StoredObject decode(String key, byte[] bytes, long revision) {
    Kind kind = byPrefix.get(key.substring(0, key.indexOf('/')));
    try {
      ObjectNode object = (ObjectNode) Trees.parse(bytes);
      if (kind != null && EndlessDeletion.mend(object)) {
        return ObjectDraft.read(kind, object, revision);
      }
      return ObjectDraft.committed(
          bytes,
          StoredObject.labelsOf(object),
          kind == null ? FieldSelector.values(object) : FieldSelector.values(kind, object),
          revision);
    } catch (IOException e) {
      throw new UncheckedIOException("the stored object \"" + key + "\" cannot be read", e);
    }
  }
}
