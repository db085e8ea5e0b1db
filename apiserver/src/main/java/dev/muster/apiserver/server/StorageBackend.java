package dev.muster.apiserver.server;

import dev.muster.apiserver.encryption.Encryption;
import dev.muster.apiserver.registry.RegistryKeys;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Codec;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import dev.muster.store.StoreOptions;
import java.util.Optional;

/** Opens the store of a server, which closes it. */
@FunctionalInterface
public interface StorageBackend {
  /** SQLite in the server's data directory. */
  StorageBackend EMBEDDED =
      (config, kinds, encryption) -> {
        Codec<StoredObject> codec = new StoredObjectCodec(kinds);
        RegistryKeys layout = new RegistryKeys(RegistryKeys.DEFAULT_PREFIX, kinds);
        return EmbeddedStore.open(
            config.data(),
            encryption.map(by -> by.around(codec, layout, kinds)).orElse(codec),
            StoreOptions.defaults().withQuotaBytes(config.limits().quotaBackendBytes()));
      };

  Store<StoredObject> open(ServerConfig config, Kinds kinds, Optional<Encryption> encryption);
}
