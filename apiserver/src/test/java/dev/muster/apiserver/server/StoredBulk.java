package dev.muster.apiserver.server;

import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.store.Draft;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Writes very many objects into a store, past everything that a server would do about each. */
final class StoredBulk {
  private final Store<StoredObject> store;
  private final StoredObjectCodec codec;

  StoredBulk(Store<StoredObject> store, Kinds kinds) {
    this.store = store;
    this.codec = new StoredObjectCodec(kinds);
  }

  /**
   * @param rest what follows the metadata, from the comma on; single quotes stand for double ones
   */
  void put(String prefix, String type, String namespace, String name, String rest) {
    String key = prefix + (namespace.isEmpty() ? "" : namespace + "/") + name;
    String metadata =
        "'name':'%s',%s'uid':'%s','resourceVersion':''"
            .formatted(
                name, namespace.isEmpty() ? "" : "'namespace':'" + namespace + "',", "u-" + name);
    byte[] bytes =
        "{%s,'metadata':{%s}%s}"
            .formatted(type, metadata, rest)
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);
    store.put(
        key,
        new Draft<>() {
          @Override
          public byte[] bytes() {
            return bytes;
          }

          @Override
          public StoredObject committed(long revision) {
            return codec.decode(key, bytes, revision);
          }
        },
        0);
  }

  /** Named {@code o-0} and so on. */
  void putAll(int count, String prefix, String type, String namespace, IntFunction<String> rest) {
    IntStream.range(0, count)
        .parallel()
        .forEach(i -> put(prefix, type, namespace, "o-" + i, rest.apply(i)));
  }

  /** All whose name was made by {@link #putAll}. */
  void deleteAll(String prefix) {
    List<Entry<StoredObject>> all = new ArrayList<>();
    Iterator<Entry<StoredObject>> range = store.snapshot().range(prefix, "");
    range.forEachRemaining(all::add);
    all.parallelStream()
        .filter(entry -> entry.key().contains("/o-"))
        .forEach(entry -> store.delete(entry.key(), entry.revision()));
  }
}
