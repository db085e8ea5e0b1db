package dev.muster.apiserver.server;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import dev.muster.store.StoreOptions;

/** Opens the store of a server, which closes it. */
@FunctionalInterface
public interface StorageBackend {
  /** SQLite in the server's data directory. */
  StorageBackend EMBEDDED =
      (config, kinds) ->
          EmbeddedStore.open(
              config.data(),
              new StoredObjectCodec(kinds),
              StoreOptions.defaults().withQuotaBytes(config.limits().quotaBackendBytes()));

  Store<StoredObject> open(ServerConfig config, Kinds kinds);
}
