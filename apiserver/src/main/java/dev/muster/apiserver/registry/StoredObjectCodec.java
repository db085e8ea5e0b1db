package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Trees;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.store.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Reads objects back from disk. */
public final class StoredObjectCodec implements Codec<StoredObject> {
  private final Map<String, Kind> byPrefix;

  public StoredObjectCodec(Kinds kinds) {
    this.byPrefix = kinds.byStoragePrefix();
  }

  @Override
  public StoredObject decode(String key, byte[] bytes, long revision) {
    Kind kind = byPrefix.get(key.substring(0, key.indexOf('/')));
    if (kind == null) {
      throw new IllegalStateException(
          "the store holds \"" + key + "\", whose kind is not served any more");
    }
    try {
      return ObjectDraft.committed(kind, bytes, (ObjectNode) Trees.parse(bytes), revision);
    } catch (IOException e) {
      throw new UncheckedIOException("the stored object \"" + key + "\" cannot be read", e);
    }
  }
}
