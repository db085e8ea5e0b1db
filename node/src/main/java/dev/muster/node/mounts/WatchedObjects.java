package dev.muster.node.mounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.http.Escaped;
import dev.muster.client.informers.Reflector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Single objects, each watched for as long as a pod uses it. One that is watched is answered for
 * from memory, others are asked for.
 */
public final class WatchedObjects implements AutoCloseable {
  /**
   * @param plural {@code secrets} or {@code configmaps}
   */
  public record Key(String plural, String namespace, String name) {
    /** The path of all objects beside it. */
    public String collection() {
      return "/api/v1/namespaces/" + namespace + "/" + plural;
    }
  }

  private final ApiClient client;
  private final Consumer<String> changed;
  private final Map<Key, Watched> objects = new HashMap<>();

  /**
   * @param changed told the uid of each pod whose object has changed
   */
  public WatchedObjects(ApiClient client, Consumer<String> changed) {
    this.client = client;
    this.changed = changed;
  }

  /** From now on the pod uses exactly these. */
  public void use(String uid, Set<Key> wanted) {
    List<Reflector> ended = new ArrayList<>();
    synchronized (this) {
      objects
          .entrySet()
          .removeIf(
              entry -> {
                Watched watched = entry.getValue();
                if (!wanted.contains(entry.getKey()) && watched.users.remove(uid)) {
                  if (watched.users.isEmpty()) {
                    ended.add(watched.reflector);
                    return true;
                  }
                }
                return false;
              });
      for (Key key : wanted) {
        objects.computeIfAbsent(key, Watched::new).users.add(uid);
      }
    }
    ended.forEach(Reflector::close);
  }

  /** As it is now; empty if there is none. */
  public Optional<JsonNode> get(Key key) throws IOException {
    Watched watched;
    synchronized (this) {
      watched = objects.get(key);
    }
    if (watched != null && watched.listed) {
      return Optional.ofNullable(watched.last);
    }
    try {
      return Optional.of(client.get(key.collection() + "/" + Escaped.segment(key.name())));
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private final class Watched implements Reflector.Listener {
    private final Set<String> users = new HashSet<>();
    private final Reflector reflector;
    private volatile boolean listed;
    private volatile @Nullable JsonNode last;

    Watched(Key key) {
      String selector = "fieldSelector=" + Escaped.fieldSelector("metadata.name", key.name());
      reflector = Reflector.start(client, key.collection(), selector, this);
    }

    @Override
    public void replaced(List<ObjectNode> all) {
      set(all.isEmpty() ? null : all.getFirst());
    }

    @Override
    public void changed(ObjectNode object) {
      set(object);
    }

    @Override
    public void deleted(ObjectNode object) {
      set(null);
    }

    private void set(@Nullable JsonNode object) {
      last = object;
      listed = true;
      List<String> told;
      synchronized (WatchedObjects.this) {
        told = List.copyOf(users);
      }
      told.forEach(changed);
    }
  }

  @Override
  public synchronized void close() {
    objects.values().forEach(watched -> watched.reflector.close());
    objects.clear();
  }
}
