package dev.muster.apiserver.server;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.store.Draft;

/** An object that is stored as these bytes. */
@SuppressWarnings("ArrayRecordComponent") // bytes that nobody changes
public record EncodedDraft(StoredObjectCodec codec, String key, byte[] bytes)
    implements Draft<StoredObject> {
  @Override
  public StoredObject committed(long revision) {
    return codec.decode(key, bytes, revision);
  }
}
