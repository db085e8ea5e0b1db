package dev.muster.node.containers;

import dev.muster.views.CoreV1.Pod;
import java.nio.file.Path;

/**
 * Where things of pods are on this machine.
 *
 * @param root holds a directory for each pod
 * @param logRoot holds the logs, a directory for each pod
 */
public record PodPaths(Path root, Path logRoot) {
  public Path pods() {
    return root.resolve("pods");
  }

  public Path of(String uid) {
    return pods().resolve(uid);
  }

  public Path hosts(Pod pod) {
    return of(pod.uid()).resolve("etc-hosts");
  }

  /** Where a container may leave its last words. */
  public Path messages(Pod pod, String container) {
    return of(pod.uid()).resolve("containers").resolve(container);
  }

  public Path logs(Pod pod) {
    return logs(pod.namespace(), pod.name(), pod.uid());
  }

  public Path logs(String namespace, String name, String uid) {
    return logRoot.resolve(namespace + "_" + name + "_" + uid);
  }

  /** Of one container, inside {@link #logs}. */
  public static String log(String container, int attempt) {
    return container + "/" + attempt + ".log";
  }
}
