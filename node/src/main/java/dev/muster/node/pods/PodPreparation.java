package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a pod needs before any of its containers can run: a network, directories, volumes.
 *
 * @param network why pods cannot have a network now; empty if they can
 */
public record PodPreparation(
    Supplier<Optional<String>> network,
    PodPaths paths,
    MountedVolumes volumes,
    CredentialSpecs credentials,
    EventRecorder events) {

  /** Has it ready, or tells by an event why not; then it is false. */
  boolean prepare(Pod pod, PodView view) {
    Optional<String> problem = network.get();
    if (problem.isPresent() && !pod.hostNetwork()) {
      warn(pod, "NetworkNotReady", "network is not ready: " + problem.get());
      return false;
    }
    try {
      Files.createDirectories(paths.logs(pod));
      tellOutdated(pod, view, volumes.prepare(pod));
    } catch (MountedVolumes.Problem e) {
      warn(pod, "FailedMount", String.valueOf(e.getMessage()));
      return false;
    } catch (IOException e) {
      warn(pod, "Failed", "error making pod data directories: " + e);
      return false;
    }
    credentials.watch(pod);
    return true;
  }

  private void warn(Pod pod, String reason, String message) {
    events.pod(pod, EventType.WARNING, reason, message);
  }

  private void tellOutdated(Pod pod, PodView view, Set<String> changed) {
    if (changed.isEmpty()) {
      return;
    }
    for (ContainerView running : view.running()) {
      pod.container(running.name())
          .ifPresent(
              container ->
                  volumes
                      .outdated(pod, container, changed)
                      .forEach(place -> tellOutdated(pod, container, place)));
    }
  }

  private void tellOutdated(Pod pod, ContainerSpec container, String place) {
    events.container(
        pod,
        container,
        EventType.WARNING,
        "SubPathOutdated",
        "Container "
            + container.name()
            + " keeps the old content at "
            + place
            + ": a mount with a subPath follows its source only when the container starts");
  }
}
