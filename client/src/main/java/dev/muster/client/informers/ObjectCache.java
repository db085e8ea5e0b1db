package dev.muster.client.informers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects by {@code namespace/name}, or the name alone for those in no namespace, and by whatever
 * else they are indexed by. Every answer is of one moment.
 */
final class ObjectCache {
  private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
  private final Map<String, Function<ObjectNode, Collection<String>>> indexers =
      new LinkedHashMap<>();
  private final Map<String, Map<String, Set<String>>> indexes = new HashMap<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  static String key(JsonNode object) {
    ObjectMeta metadata = ObjectMeta.ofObject(object);
    String namespace = metadata.namespace().text();
    String name = metadata.name().text();
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  void index(String name, Function<ObjectNode, Collection<String>> values) {
    writing(
        () -> {
          if (indexers.putIfAbsent(name, values) == null) {
            indexes.put(name, new HashMap<>());
            objects.forEach((key, object) -> enter(name, key, object));
          }
          return name;
        });
  }

  @Nullable ObjectNode get(String key) {
    lock.readLock().lock();
    try {
      return objects.get(key);
    } finally {
      lock.readLock().unlock();
    }
  }

  List<ObjectNode> all() {
    lock.readLock().lock();
    try {
      return List.copyOf(objects.values());
    } finally {
      lock.readLock().unlock();
    }
  }

  List<ObjectNode> by(String index, String value) {
    lock.readLock().lock();
    try {
      Map<String, Set<String>> entries = indexes.get(index);
      if (entries == null) {
        throw new IllegalArgumentException("there is no index \"" + index + "\"");
      }
      List<ObjectNode> found = new ArrayList<>();
      for (String key : entries.getOrDefault(value, Set.of())) {
        ObjectNode object = objects.get(key);
        if (object != null) {
          found.add(object);
        }
      }
      return found;
    } finally {
      lock.readLock().unlock();
    }
  }

  Set<String> keys() {
    lock.readLock().lock();
    try {
      return new LinkedHashSet<>(objects.keySet());
    } finally {
      lock.readLock().unlock();
    }
  }

  /** What was there before. */
  @Nullable ObjectNode put(ObjectNode object) {
    String key = key(object);
    lock.writeLock().lock();
    try {
      ObjectNode before = leave(key);
      objects.put(key, object);
      indexers.keySet().forEach(index -> enter(index, key, object));
      return before;
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Nullable ObjectNode remove(String key) {
    lock.writeLock().lock();
    try {
      return leave(key);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private @Nullable ObjectNode leave(String key) {
    ObjectNode before = objects.remove(key);
    if (before != null) {
      indexers.forEach(
          (index, values) -> values.apply(before).forEach(value -> leave(index, value, key)));
    }
    return before;
  }

  private void leave(String index, String value, String key) {
    Map<String, Set<String>> entries = indexes.getOrDefault(index, Map.of());
    Set<String> keys = entries.get(value);
    if (keys != null && keys.remove(key) && keys.isEmpty()) {
      entries.remove(value);
    }
  }

  private void enter(String index, String key, ObjectNode object) {
    Function<ObjectNode, Collection<String>> values = indexers.get(index);
    Map<String, Set<String>> entries = indexes.get(index);
    if (values != null && entries != null) {
      for (String value : values.apply(object)) {
        entries.computeIfAbsent(value, none -> new LinkedHashSet<>()).add(key);
      }
    }
  }

  private <T> T writing(Supplier<T> work) {
    lock.writeLock().lock();
    try {
      return work.get();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
