package dev.muster.apiserver.server;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** Writes very many objects into a store, past everything that a server would do about each. */
final class StoredBulk {
  private static final int WRITERS = 500;

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
    store.put(key, new EncodedDraft(codec, key, bytes), 0);
  }

  /** Named {@code o-0} and so on. */
  void putAll(int count, String prefix, String type, String namespace, IntFunction<String> rest) {
    together(count, i -> put(prefix, type, namespace, "o-" + i, rest.apply(i)));
  }

  /** All whose name was made by {@link #putAll}. */
  void deleteAll(String prefix) {
    List<Entry<StoredObject>> all = new ArrayList<>();
    Iterator<Entry<StoredObject>> range = store.snapshot().range(prefix, "");
    range.forEachRemaining(all::add);
    all.removeIf(entry -> !entry.key().contains("/o-"));
    together(all.size(), i -> store.delete(all.get(i).key(), all.get(i).revision()));
  }

  /** By many writers, since those who wait at the same moment share a commit. */
  private static void together(int count, IntConsumer write) {
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int first = writer;
        all.add(
            writers.submit(
                () -> {
                  for (int i = first; i < count; i += WRITERS) {
                    write.accept(i);
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
