package dev.muster.apiserver.visibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Client;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was written, as plain watches of the administrator tell it, and who saw what of it, by
 * reading roles and bindings one by one: everything about any revision, and nothing of the server's
 * own.
 */
final class SeenHistory {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A write of a resource; a key has the form {@code configmaps a/one}. */
  private record Written(String key, Optional<JsonNode> object) {}

  private final NavigableMap<Long, Written> writes = new TreeMap<>();

  /** All that was written after a revision. */
  static SeenHistory after(long revision, Client admin) throws IOException {
    SeenHistory history = new SeenHistory();
    for (String resource :
        List.of("/api/v1/configmaps", Grants.RBAC + "/roles", Grants.RBAC + "/rolebindings")) {
      String path = resource + "?watch=true&timeoutSeconds=1&resourceVersion=" + revision;
      for (String line : admin.get(path).body().split("\n")) {
        if (!line.isBlank()) {
          history.add(resource.substring(resource.lastIndexOf('/') + 1), JSON.readTree(line));
        }
      }
    }
    return history;
  }

  private void add(String resource, JsonNode event) {
    JsonNode object = event.path("object");
    String key = resource + " " + key(object);
    boolean deleted = event.path("type").asText().equals("DELETED");
    writes.put(
        object.at("/metadata/resourceVersion").asLong(),
        new Written(key, deleted ? Optional.empty() : Optional.of(object)));
  }

  static String key(JsonNode object) {
    return object.at("/metadata/namespace").asText() + "/" + object.at("/metadata/name").asText();
  }

  private Map<String, JsonNode> state(long revision) {
    Map<String, JsonNode> state = new HashMap<>();
    for (Written written : writes.headMap(revision, true).values()) {
      written
          .object()
          .ifPresentOrElse(
              object -> state.put(written.key(), object), () -> state.remove(written.key()));
    }
    return state;
  }

  /** The config maps that a user sees at a revision, with their versions. */
  Map<String, String> seenBy(String user, long revision) {
    Map<String, JsonNode> state = state(revision);
    Map<String, String> seen = new TreeMap<>();
    state.forEach(
        (key, object) -> {
          if (key.startsWith("configmaps ") && isSeen(user, object, state)) {
            seen.put(key(object), object.at("/metadata/resourceVersion").asText());
          }
        });
    return seen;
  }

  private static boolean isSeen(String user, JsonNode object, Map<String, JsonNode> state) {
    String namespace = object.at("/metadata/namespace").asText();
    for (JsonNode binding : state.values()) {
      boolean bound =
          binding.at("/metadata/namespace").asText().equals(namespace)
              && binding.at("/subjects/0/name").asText().equals(user);
      JsonNode role = state.get("roles " + namespace + "/" + binding.at("/roleRef/name").asText());
      if (bound && role != null && allows(role, object.at("/metadata/name").asText())) {
        return true;
      }
    }
    return false;
  }

  private static boolean allows(JsonNode role, String name) {
    for (JsonNode rule : role.path("rules")) {
      JsonNode names = rule.path("resourceNames");
      if (names.isEmpty() || names.get(0).asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a user saw an object as a version has it, at a revision at which it was so. */
  boolean everSeen(String user, String key, long version) {
    for (Map.Entry<Long, Written> written : writes.tailMap(version, true).entrySet()) {
      boolean other =
          written.getKey() > version && written.getValue().key().equals("configmaps " + key);
      if (other) {
        return false;
      }
      if (Long.toString(version).equals(seenBy(user, written.getKey()).get(key))) {
        return true;
      }
    }
    return false;
  }
}
