package dev.muster.node.pods;

import dev.muster.views.CoreV1.ContainerStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The containers of a pod whose processes are not who they were predicted to be. Such a finding
 * stands until a newer container has taken the place of the one it is about, also for an agent that
 * was started since: that one has it from the pod's status. Thread-safe.
 */
final class Mismatches {
  private static final String BETWEEN = "; ";
  private static final String AFTER_NAME = ": ";

  private record Found(String id, String what) {}

  private final Map<String, Found> byName = new ConcurrentHashMap<>();
  private final Set<String> looked = ConcurrentHashMap.newKeySet();

  /** Whether nobody has looked at this container yet; now somebody does. */
  boolean look(String id) {
    return looked.add(id);
  }

  /** It could not be seen who the container is. */
  void lookAgain(String id) {
    looked.remove(id);
  }

  /** These are all containers that there are. */
  void keep(Collection<String> ids) {
    looked.retainAll(ids);
  }

  void found(String container, String id, String what) {
    byName.put(container, new Found(id, what));
  }

  /**
   * What there is to tell of one container.
   *
   * @param status of the container, and the one that was reported last
   * @param told what was reported last of all containers
   */
  Optional<String> of(
      String container, ContainerStatus status, ContainerStatus before, String told) {
    String id = status.containerID().text();
    Found found = byName.get(container);
    if (found != null && id.endsWith("//" + found.id())) {
      return Optional.of(container + AFTER_NAME + found.what());
    }
    if (id.isEmpty() || !id.equals(before.containerID().text())) {
      return Optional.empty();
    }
    return toldOf(container, told);
  }

  /** Whether the status that was reported last has a finding about this very container. */
  static boolean isTold(String container, String id, ContainerStatus before, String told) {
    return before.containerID().text().endsWith("//" + id) && toldOf(container, told).isPresent();
  }

  private static Optional<String> toldOf(String container, String told) {
    return List.of(told.split(BETWEEN)).stream()
        .filter(one -> one.startsWith(container + AFTER_NAME))
        .findFirst();
  }

  /** What there is to tell of all containers. */
  static String line(List<String> each) {
    return String.join(BETWEEN, each);
  }
}
