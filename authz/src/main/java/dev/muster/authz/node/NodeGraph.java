package dev.muster.authz.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which objects are a node's business: its pods, what they name, and the persistent volumes behind
 * their claims with the secrets those need, its attachments and slices of devices. Kept up to date
 * object by object; a look-up costs the same however many pods there are.
 */
public final class NodeGraph {
  private record Pod(String node, Set<ObjectKey> references) {}

  private record Volume(ObjectKey claim, Set<ObjectKey> secrets) {}

  private static final String MIRROR = "kubernetes.io/config.mirror";

  private final Map<ObjectKey, Pod> pods = new HashMap<>();
  private final Map<String, Volume> volumes = new HashMap<>();

  /** Objects that name their node themselves. */
  private final Map<ObjectKey, String> nodes = new HashMap<>();

  /** For each object, the nodes whose pods name it, with the number of those pods. */
  private final Map<ObjectKey, Map<String, Integer>> readers = new HashMap<>();

  private final Map<ObjectKey, Set<String>> volumesWithSecret = new HashMap<>();

  /** Takes in a pod as it is now. One that is not placed yet is nobody's. */
  public synchronized void putPod(JsonNode pod) {
    String namespace = pod.path("metadata").path("namespace").asText();
    String name = pod.path("metadata").path("name").asText();
    removePod(namespace, name);
    String node = pod.path("spec").path("nodeName").asText();
    if (node.isEmpty()) {
      return;
    }
    ObjectKey key = new ObjectKey(ObjectType.POD, namespace, name);
    Set<ObjectKey> references = new HashSet<>();
    references.add(key);
    // a mirror pod is written by the node itself: it must not be able to name what it may read
    if (!pod.path("metadata").path("annotations").has(MIRROR)) {
      references.addAll(references(pod, namespace));
    }
    pods.put(key, new Pod(node, references));
    for (ObjectKey reference : references) {
      readers.computeIfAbsent(reference, k -> new HashMap<>()).merge(node, 1, Integer::sum);
    }
  }

  private static Set<ObjectKey> references(JsonNode pod, String namespace) {
    Set<ObjectKey> all = new HashSet<>();
    PodReferences names = PodReferences.of(pod);
    names.secrets().forEach(name -> all.add(new ObjectKey(ObjectType.SECRET, namespace, name)));
    names
        .configMaps()
        .forEach(name -> all.add(new ObjectKey(ObjectType.CONFIG_MAP, namespace, name)));
    names.claims().forEach(name -> all.add(new ObjectKey(ObjectType.CLAIM, namespace, name)));
    String account = pod.path("spec").path("serviceAccountName").asText();
    if (!account.isEmpty()) {
      all.add(new ObjectKey(ObjectType.SERVICE_ACCOUNT, namespace, account));
    }
    PodClaims.of(pod)
        .forEach(name -> all.add(new ObjectKey(ObjectType.RESOURCE_CLAIM, namespace, name)));
    return all;
  }

  /** Forgets a pod, and what its node could read because of it. */
  public synchronized void removePod(String namespace, String name) {
    Pod old = pods.remove(new ObjectKey(ObjectType.POD, namespace, name));
    if (old == null) {
      return;
    }
    for (ObjectKey reference : old.references()) {
      readers.computeIfPresent(
          reference,
          (key, nodes) -> {
            nodes.computeIfPresent(old.node(), (node, count) -> count == 1 ? null : count - 1);
            return nodes.isEmpty() ? null : nodes;
          });
    }
  }

  /** Takes in a persistent volume, new or changed. */
  public synchronized void putVolume(JsonNode volume) {
    String name = volume.path("metadata").path("name").asText();
    removeVolume(name);
    JsonNode claim = volume.path("spec").path("claimRef");
    if (claim.isMissingNode()) {
      return;
    }
    Set<ObjectKey> secrets = VolumeSecrets.of(volume);
    volumes.put(
        name,
        new Volume(
            new ObjectKey(
                ObjectType.CLAIM, claim.path("namespace").asText(), claim.path("name").asText()),
            secrets));
    for (ObjectKey secret : secrets) {
      volumesWithSecret.computeIfAbsent(secret, key -> new HashSet<>()).add(name);
    }
  }

  /** Forgets a persistent volume. */
  public synchronized void removeVolume(String name) {
    Volume old = volumes.remove(name);
    if (old == null) {
      return;
    }
    for (ObjectKey secret : old.secrets()) {
      volumesWithSecret.computeIfPresent(
          secret,
          (key, names) -> {
            names.remove(name);
            return names.isEmpty() ? null : names;
          });
    }
  }

  /** Takes in a volume attachment, new or changed. */
  public synchronized void putAttachment(JsonNode attachment) {
    put(ObjectType.ATTACHMENT, attachment);
  }

  /** Forgets a volume attachment. */
  public synchronized void removeAttachment(String name) {
    nodes.remove(new ObjectKey(ObjectType.ATTACHMENT, "", name));
  }

  /** Takes in a resource slice, new or changed. */
  public synchronized void putSlice(JsonNode slice) {
    put(ObjectType.RESOURCE_SLICE, slice);
  }

  /** Forgets a resource slice. */
  public synchronized void removeSlice(String name) {
    nodes.remove(new ObjectKey(ObjectType.RESOURCE_SLICE, "", name));
  }

  private void put(ObjectType type, JsonNode object) {
    nodes.put(
        new ObjectKey(type, "", object.path("metadata").path("name").asText()),
        object.path("spec").path("nodeName").asText());
  }

  synchronized boolean reaches(String node, ObjectKey key) {
    return switch (key.type()) {
      case POD, CONFIG_MAP, CLAIM, SERVICE_ACCOUNT, RESOURCE_CLAIM -> named(node, key);
      case SECRET ->
          named(node, key)
              || volumesWithSecret.getOrDefault(key, Set.of()).stream()
                  .anyMatch(volume -> claimed(node, volume));
      case VOLUME -> claimed(node, key.name());
      case ATTACHMENT, RESOURCE_SLICE -> node.equals(nodes.get(key));
    };
  }

  private boolean named(String node, ObjectKey key) {
    return readers.getOrDefault(key, Map.of()).containsKey(node);
  }

  private boolean claimed(String node, String name) {
    Volume volume = volumes.get(name);
    return volume != null && named(node, volume.claim());
  }
}
