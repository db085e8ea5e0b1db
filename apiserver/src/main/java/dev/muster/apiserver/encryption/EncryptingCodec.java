package dev.muster.apiserver.encryption;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Codec;
import dev.muster.store.KeyLayout;
import dev.muster.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Encrypts values on their way to the store, each for the place where it is kept. */
final class EncryptingCodec implements Codec<StoredObject> {
  private final Encryption encryption;
  private final Codec<StoredObject> inner;
  private final KeyLayout layout;
  private final Kinds kinds;

  /** By their keys, values that were read and were not what would have been written. */
  private final Map<String, Otherwise> otherwise = new ConcurrentHashMap<>();

  /** What the value of a revision began with. */
  private record Otherwise(long revision, String prefix) {}

  EncryptingCodec(Encryption encryption, Codec<StoredObject> inner, KeyLayout layout, Kinds kinds) {
    this.encryption = encryption;
    this.inner = inner;
    this.layout = layout;
    this.kinds = kinds;
  }

  @Override
  public byte[] encode(String key, byte[] draft) {
    try {
      return encryption.config().keys(resource(key)).seal(inner.encode(key, draft), context(key));
    } catch (GeneralSecurityException e) {
      throw new StoreException("\"" + key + "\" cannot be encrypted", e);
    }
  }

  @Override
  public StoredObject decode(String key, byte[] bytes, long revision) {
    ResourceKeys keys = encryption.config().keys(resource(key));
    ResourceKeys.Opened opened;
    try {
      opened = keys.open(bytes, context(key));
    } catch (GeneralSecurityException e) {
      throw new StoreException("\"" + key + "\" cannot be decrypted: " + e.getMessage(), e);
    }
    if (opened.prefix().equals(keys.prefix())) {
      otherwise.remove(key);
    } else {
      otherwise.put(key, new Otherwise(revision, opened.prefix()));
    }
    return inner.decode(key, opened.plain(), revision);
  }

  @Override
  public boolean outdated(String key, long revision) {
    GroupResource resource = resource(key);
    Otherwise read = otherwise.get(key);
    String was =
        read != null && read.revision() == revision
            ? read.prefix()
            : encryption.at(revision).keys(resource).prefix();
    return !was.equals(encryption.config().keys(resource).prefix())
        || inner.outdated(key, revision);
  }

  @Override
  public long weight(StoredObject value) {
    return inner.weight(value);
  }

  private byte[] context(String key) {
    return layout.toStorage(key).getBytes(StandardCharsets.UTF_8);
  }

  /** Custom resources are kept below their plural and group. */
  private GroupResource resource(String key) {
    String bucket = key.substring(0, Math.max(0, key.indexOf('/')));
    Kind kind = kinds.byStoragePrefix().get(bucket);
    if (kind == null || bucket.equals("events")) {
      return GroupResource.parse(bucket);
    }
    return new GroupResource(kind.group(), kind.plural());
  }
}
