package dev.muster.runtime.pods;

import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ids, and names that only one may have. */
final class UniqueNames {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ID_BYTES = 32;

  private final Map<String, String> owners = new ConcurrentHashMap<>();

  static String newId() {
    byte[] bytes = new byte[ID_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  void reserve(String name, String id, String kind) throws Refused {
    String owner = owners.putIfAbsent(name, id);
    if (owner != null) {
      throw new Refused(
          Kind.EXISTS, "name \"" + name + "\" is reserved for " + kind + " \"" + owner + "\"");
    }
  }

  void restore(String name, String id) {
    owners.put(name, id);
  }

  void release(String name) {
    owners.remove(name);
  }

  static <T> T lookup(Map<String, T> known, String id, String kind) throws Refused {
    T exact = known.get(id);
    if (exact != null) {
      return exact;
    }
    List<Map.Entry<String, T>> found =
        id.isEmpty()
            ? List.of()
            : known.entrySet().stream().filter(each -> each.getKey().startsWith(id)).toList();
    if (found.size() == 1) {
      return found.getFirst().getValue();
    }
    String shown = id.length() > 64 ? id.substring(0, 64) + "..." : id;
    throw Refused.notFound(
        found.isEmpty()
            ? kind + " \"" + shown + "\": not found"
            : kind + " \"" + shown + "\": more than one begins so");
  }
}
