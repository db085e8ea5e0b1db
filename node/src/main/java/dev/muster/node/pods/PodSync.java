package dev.muster.node.pods;

import dev.muster.base.go.GoDuration;
import dev.muster.client.events.EventType;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.podspec.ApiTimes;
import dev.muster.node.podspec.ContainerSpec;
import dev.muster.node.podspec.Pod;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Carries out what the planner says, until there is nothing to do for now. */
final class PodSync {
  private static final Duration IDLE = Duration.ofHours(1);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration RESIZE_RETRY = Duration.ofSeconds(10);
  private static final int MOST_ROUNDS = 8;

  private final PodTools tools;
  private final Map<String, ContainerProblem> problems;
  private final ContainerStarts starts;
  private final ContainerKills kills;
  private final OldContainers oldContainers;
  private final PodHealth health;
  private final ContainerResizes resizes;

  /**
   * @param problems why containers do not run, by name; kept up to date
   */
  PodSync(
      PodTools tools,
      Map<String, ContainerProblem> problems,
      IdentityCheck identities,
      ResizeConditions resize) {
    this.tools = tools;
    this.problems = problems;
    this.starts = new ContainerStarts(tools, identities);
    this.kills = new ContainerKills(tools);
    this.oldContainers = new OldContainers(tools.runtime());
    this.health = new ProbedHealth(tools.probes());
    this.resizes = new ContainerResizes(tools, resize);
  }

  /** When to look again at the latest; nothing if the pod has come to its end. */
  Optional<Duration> sync(Pod pod, PodView first) throws RuntimeProblem, InterruptedException {
    PodView view = first;
    Optional<String> network = tools.network().get();
    if (network.isPresent() && !pod.hostNetwork()) {
      tools
          .events()
          .pod(pod, EventType.WARNING, "NetworkNotReady", "network is not ready: " + network.get());
      return Optional.of(RETRY);
    }
    try {
      Files.createDirectories(tools.sandboxes().paths().logs(pod));
      tellOutdated(pod, view, tools.volumes().prepare(pod));
    } catch (MountedVolumes.Problem e) {
      tools.events().pod(pod, EventType.WARNING, "FailedMount", String.valueOf(e.getMessage()));
      return Optional.of(RETRY);
    } catch (IOException e) {
      tools
          .events()
          .pod(pod, EventType.WARNING, "Failed", "error making pod data directories: " + e);
      return Optional.of(RETRY);
    }
    tools.credentials().watch(pod);
    Duration wait = IDLE;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      tools.probes().update(pod, view, host(pod, view));
      Duration later = resizes.give(pod, view) ? IDLE : RESIZE_RETRY;
      switch (Planner.next(pod, view, health, c -> resizes.restarts(pod, c))) {
        case Step.End end -> {
          return Optional.empty();
        }
        case Step.NewSandbox made -> {
          Optional<Duration> retry = newSandbox(pod, view, made.attempt());
          if (retry.isPresent()) {
            return retry;
          }
        }
        case Step.Containers change -> {
          if (change.kills().isEmpty() && change.starts().isEmpty()) {
            return Optional.of(shorter(wait, later));
          }
          Outcome outcome = containers(pod, view, change);
          wait = outcome.again();
          if (!outcome.progress()) {
            return Optional.of(shorter(wait, later));
          }
        }
      }
      view = tools.states().refresh(pod.uid());
    }
    return Optional.of(Duration.ZERO);
  }

  private void tellOutdated(Pod pod, PodView view, Set<String> changed) {
    if (changed.isEmpty()) {
      return;
    }
    for (ContainerView running : view.running()) {
      pod.container(running.name())
          .ifPresent(
              container ->
                  tools
                      .volumes()
                      .outdated(pod, container, changed)
                      .forEach(place -> tellOutdated(pod, container, place)));
    }
  }

  private void tellOutdated(Pod pod, ContainerSpec container, String place) {
    tools
        .events()
        .container(
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

  private String host(Pod pod, PodView view) {
    return LifecycleHooks.host(
        pod, view.sandbox().map(SandboxView::addresses).orElse(List.of()), tools.node().get());
  }

  /** What is left of an old sandbox goes before the new one comes. */
  private Optional<Duration> newSandbox(Pod pod, PodView view, int attempt) throws RuntimeProblem {
    if (view.sandbox().isPresent()) {
      tools
          .events()
          .pod(
              pod,
              EventType.NORMAL,
              "SandboxChanged",
              "Pod sandbox changed, it will be killed and re-created.");
    }
    for (ContainerView running : view.running()) {
      kills.kill(pod, view, running, "Stopping container " + running.name(), pod.gracePeriod());
    }
    for (SandboxView old : view.sandboxes()) {
      if (old.ready()) {
        tools.runtime().stopSandbox(old.id());
      }
    }
    oldContainers.prune(view, attempt);
    try {
      String handler = handler(pod);
      UserNamespace users = tools.users().forSandbox(pod, handler);
      tools
          .runtime()
          .runSandbox(
              tools.sandboxes().of(pod, attempt, tools.node().get().groups().effective(pod), users),
              handler);
      tools.metrics().count(NodeMetrics.Metric.PODS_STARTED);
      return Optional.empty();
    } catch (RuntimeProblem | ContainerProblem | IOException e) {
      tools
          .events()
          .pod(
              pod,
              EventType.WARNING,
              "FailedCreatePodSandBox",
              "Failed to create pod sandbox: " + e.getMessage());
      return Optional.of(RETRY);
    }
  }

  /** The runtime's name for what the pod's RuntimeClass stands for; empty for the usual. */
  private String handler(Pod pod) throws IOException {
    String name = pod.spec().path("runtimeClassName").asText();
    if (name.isEmpty()) {
      return "";
    }
    return tools
        .configs()
        .runtimeClass(name)
        .map(found -> found.path("handler").asText())
        .orElseThrow(() -> new IOException("runtimeclass.node.k8s.io \"" + name + "\" not found"));
  }

  /**
   * @param progress whether anything was started or killed
   */
  private record Outcome(boolean progress, Duration again) {}

  private Outcome containers(Pod pod, PodView view, Step.Containers change) throws RuntimeProblem {
    boolean progress = false;
    for (Step.Kill kill : change.kills()) {
      kills.kill(pod, view, kill.container(), kill.why(), grace(pod, kill));
      progress = true;
    }
    Duration wait = IDLE;
    SandboxView sandbox = view.readySandbox().orElseThrow();
    for (ContainerSpec container : change.starts()) {
      Optional<Duration> backoff = backoff(pod, container, view);
      if (backoff.isPresent()) {
        wait = shorter(wait, backoff.get());
        continue;
      }
      oldContainers.prune(view, container.name());
      try {
        starts.start(pod, container, view, sandbox);
        problems.remove(container.name());
        progress = true;
      } catch (ContainerProblem e) {
        problems.put(container.name(), e);
        wait = shorter(wait, retry(pod, container));
        if (e.reason().equals("PostStartHookError") || e.reason().equals("RunContainerError")) {
          progress = true;
        }
      }
    }
    return new Outcome(progress, wait);
  }

  private Duration retry(Pod pod, ContainerSpec container) {
    Duration image = tools.images().retryIn(pod, container);
    return image.compareTo(RETRY) > 0 ? image : RETRY;
  }

  private static long grace(Pod pod, Step.Kill kill) {
    return kill.probe()
        .flatMap(
            probe ->
                pod.container(kill.container().name())
                    .map(c -> c.tree().path(probe).path("terminationGracePeriodSeconds")))
        .filter(n -> n.isNumber())
        .map(n -> n.longValue())
        .orElse(pod.gracePeriod());
  }

  /** How long a container that has ended must wait before its next start. */
  private Optional<Duration> backoff(Pod pod, ContainerSpec container, PodView view) {
    Optional<ContainerView> ended =
        view.container(container.name()).filter(ContainerView::hasEnded);
    if (ended.isEmpty()) {
      return Optional.empty();
    }
    String key = crashes(pod, container);
    Instant now = tools.clock().instant();
    Duration left = tools.crashes().left(key, ApiTimes.ofNanos(ended.get().finishedAt()), now);
    if (!left.isPositive()) {
      tools.crashes().tried(key, now);
      return Optional.empty();
    }
    String where = pod.name() + "_" + pod.namespace() + "(" + pod.uid() + ")";
    tools
        .events()
        .container(
            pod,
            container,
            EventType.WARNING,
            "BackOff",
            "Back-off restarting failed container " + container.name() + " in pod " + where);
    problems.put(
        container.name(),
        new ContainerProblem(
            "CrashLoopBackOff",
            "back-off "
                + GoDuration.text(tools.crashes().pause(key))
                + " restarting failed container="
                + container.name()
                + " pod="
                + where));
    return Optional.of(left.plusMillis(10));
  }

  /** Crashes are counted for one image: with another, a container begins anew. */
  static String crashes(Pod pod, ContainerSpec container) {
    return pod.uid() + "/" + container.name() + "/" + ContainerConfigs.hash(container);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
