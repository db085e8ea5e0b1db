package dev.muster.node.images;

import dev.muster.base.go.GoDuration;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.cri.v1.Image;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.node.containers.Backoffs;
import dev.muster.node.containers.ConfigSource;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Has the image of a container on this machine, as its pull policy says. Thread-safe. */
public final class ImagePulls {
  private final RuntimeCalls runtime;
  private final PullSecrets secrets;
  private final Optional<PulledImages> pulled;
  private final EventRecorder events;
  private final InstantSource clock;
  private final Backoffs backoffs;
  private final Map<String, Failure> failures = new ConcurrentHashMap<>();

  private record Failure(Instant at, String message) {}

  /**
   * @param pulled who may have which image; empty if what is here is everybody's
   */
  public ImagePulls(
      RuntimeCalls runtime,
      ConfigSource configs,
      Optional<PulledImages> pulled,
      EventRecorder events,
      InstantSource clock) {
    this.runtime = runtime;
    this.secrets = new PullSecrets(configs);
    this.pulled = pulled;
    this.events = events;
    this.clock = clock;
    this.backoffs = new Backoffs(Duration.ofSeconds(10), Duration.ofMinutes(5));
  }

  /** The image, pulled if need be. */
  public Image ensure(Pod pod, ContainerSpec container, PodSandboxConfig sandbox)
      throws ContainerProblem {
    String name = container.image();
    String policy = container.spec().imagePullPolicy().textOr("IfNotPresent");
    if (!policy.equals("Always")) {
      Optional<Image> present = find(pod, container, name);
      if (present.isPresent() && mayHave(pod, name, present.get())) {
        events.container(pod, container, EventType.NORMAL, "Pulled", presentMessage(name));
        return present.get();
      }
    }
    if (policy.equals("Never")) {
      // whether an image is here is not told to those who may not have it
      String message = "Container image \"" + name + "\" is not present with pull policy of Never";
      events.container(pod, container, EventType.WARNING, "ErrImageNeverPull", message);
      throw new ContainerProblem("ErrImageNeverPull", message);
    }
    String key = pod.uid() + "/" + name;
    Failure failure = failures.get(key);
    if (failure != null && backoffs.left(key, failure.at(), clock.instant()).isPositive()) {
      String message = "Back-off pulling image \"" + name + "\"";
      events.container(pod, container, EventType.NORMAL, "BackOff", message);
      throw new ContainerProblem(
          "ImagePullBackOff", message + ": ErrImagePull: " + failure.message());
    }
    return pull(pod, container, sandbox, key);
  }

  private boolean mayHave(Pod pod, String name, Image present) throws ContainerProblem {
    try {
      return pulled.isEmpty()
          || !pulled.get().mustPull(name, present, () -> secrets.of(pod, ImageName.of(name)));
    } catch (IOException e) {
      throw new ContainerProblem("ErrImagePull", String.valueOf(e.getMessage()));
    }
  }

  private String presentMessage(String name) {
    return "Container image \""
        + name
        + "\" already present on machine"
        + (pulled.isPresent() ? " and can be accessed by the pod" : "");
  }

  /** How long until the next try, for an image that could not be pulled. */
  public Duration retryIn(Pod pod, ContainerSpec container) {
    String key = pod.uid() + "/" + container.image();
    Failure failure = failures.get(key);
    return failure == null ? Duration.ZERO : backoffs.left(key, failure.at(), clock.instant());
  }

  private Image pull(Pod pod, ContainerSpec container, PodSandboxConfig sandbox, String key)
      throws ContainerProblem {
    String name = container.image();
    events.container(pod, container, EventType.NORMAL, "Pulling", "Pulling image \"" + name + "\"");
    Instant start = clock.instant();
    try {
      Image image = pull(name, secrets.of(pod, ImageName.of(name)), sandbox);
      failures.remove(key);
      String took = GoDuration.text(Duration.between(start, clock.instant()));
      events.container(
          pod,
          container,
          EventType.NORMAL,
          "Pulled",
          "Successfully pulled image \""
              + name
              + "\" in "
              + took
              + " ("
              + took
              + " including waiting). Image size: "
              + image.getSize()
              + " bytes.");
      return image;
    } catch (RuntimeProblem | IOException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      String message = "failed to pull image \"" + name + "\": " + why;
      events.container(
          pod,
          container,
          EventType.WARNING,
          "Failed",
          "Failed to pull image \"" + name + "\": " + why);
      backoffs.tried(key, clock.instant());
      failures.put(key, new Failure(clock.instant(), message));
      throw new ContainerProblem("ErrImagePull", message);
    }
  }

  /** With one secret after the other, or with none if there are none. */
  private Image pull(String name, List<PullCredential> credentials, PodSandboxConfig sandbox)
      throws RuntimeProblem, IOException {
    if (pulled.isPresent()) {
      pulled.get().begin(name);
    }
    boolean brought = false;
    try {
      List<Optional<PullCredential>> tries =
          credentials.isEmpty()
              ? List.of(Optional.empty())
              : credentials.stream().map(Optional::of).toList();
      for (int i = 0; ; i++) {
        Optional<PullCredential> by = tries.get(i);
        try {
          Image image = image(name, runtime.pull(name, by.map(PullCredential::auth), sandbox));
          brought = true;
          pulled.ifPresent(images -> images.succeeded(name, image, by));
          return image;
        } catch (RuntimeProblem e) {
          if (i + 1 == tries.size()) {
            throw e;
          }
        }
      }
    } finally {
      if (!brought) {
        pulled.ifPresent(images -> images.failed(name));
      }
    }
  }

  private Image image(String name, String reference) throws RuntimeProblem {
    return runtime
        .image(reference)
        .or(() -> orEmpty(name))
        .orElseThrow(() -> new RuntimeProblem(io.grpc.Status.Code.NOT_FOUND, "image is gone"));
  }

  private Optional<Image> orEmpty(String name) {
    try {
      return runtime.image(name);
    } catch (RuntimeProblem e) {
      return Optional.empty();
    }
  }

  private Optional<Image> find(Pod pod, ContainerSpec container, String name)
      throws ContainerProblem {
    try {
      return runtime.image(name);
    } catch (RuntimeProblem e) {
      String message = "Failed to inspect image \"" + name + "\": " + e.getMessage();
      events.container(pod, container, EventType.WARNING, "InspectFailed", message);
      throw new ContainerProblem("ImageInspectError", message);
    }
  }

  /** A pod is gone: what was remembered of its images goes, too. */
  public void forget(String uid) {
    backoffs.forget(uid + "/");
    failures.keySet().removeIf(key -> key.startsWith(uid + "/"));
  }
}
