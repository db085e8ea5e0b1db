package dev.muster.apiserver.server;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** A server with all its plugins on a store in memory, into which objects can be put unseen. */
public final class StoredServer implements AutoCloseable {
  private static final String TOKEN = "let-me-in";

  private final Kinds kinds = KubernetesKinds.kinds();
  private final StoredObjectCodec codec = new StoredObjectCodec(kinds);
  private final Store<StoredObject> store = EmbeddedStore.inMemory();
  private final ApiServer server;

  public StoredServer(Path directory) throws IOException {
    Path tokens = directory.resolve("tokens.csv");
    Files.writeString(tokens, TOKEN + ",admin,1,\"system:masters\"\n");
    ServerConfig config =
        ServerConfig.in(Files.createDirectories(directory.resolve("data")))
            .onPort(0)
            .with(Authentication.defaults().withTokenFile(tokens))
            .with(Authorization.by("Node", "RBAC"))
            .with(new Admission(Set.of("NodeRestriction"), Set.of("ServiceAccount")));
    server = ApiServer.start(config, (same, served) -> store);
  }

  public Kinds kinds() {
    return kinds;
  }

  public String url() {
    return server.url();
  }

  public String token() {
    return TOKEN;
  }

  /** Stores these bytes as they are, in place of what is there. */
  public void put(Kind kind, String namespace, String name, byte[] json) {
    Kind stored = kinds.storedAs(kind);
    String key = stored.key(namespace, name);
    Entry<StoredObject> there = store.snapshot().get(key);
    store.put(key, new EncodedDraft(codec, key, json), there == null ? 0 : there.revision());
  }

  @Override
  public void close() {
    server.close();
  }
}
