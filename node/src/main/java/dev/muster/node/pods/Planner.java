package dev.muster.node.pods;

import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.CriLabels;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Compares a pod's spec with what runs, and says what to do next. */
final class Planner {
  private final Pod pod;
  private final PodView view;
  private final PodHealth health;
  private final Predicate<ContainerSpec> outgrown;
  private final List<Step.Kill> kills = new ArrayList<>();
  private final List<ContainerSpec> starts = new ArrayList<>();

  private Planner(Pod pod, PodView view, PodHealth health, Predicate<ContainerSpec> outgrown) {
    this.pod = pod;
    this.view = view;
    this.health = health;
    this.outgrown = outgrown;
  }

  /**
   * @param outgrown whether a running container has to be started anew with other resources
   */
  static Step next(Pod pod, PodView view, PodHealth health, Predicate<ContainerSpec> outgrown) {
    return new Planner(pod, view, health, outgrown).next();
  }

  private Step next() {
    Optional<SandboxView> sandbox = view.readySandbox().filter(this::usable);
    if (sandbox.isEmpty()) {
      return withoutSandbox();
    }
    boolean appsBegan =
        pod.containers().stream()
            .anyMatch(c -> view.container(c.name(), sandbox.get()).isPresent());
    switch (initContainers(sandbox.get(), appsBegan)) {
      case FAILED -> {
        return new Step.End();
      }
      case UNDER_WAY -> {
        return new Step.Containers(kills, starts);
      }
      case DONE -> {}
    }
    boolean alive = apps();
    if (!alive && starts.stream().allMatch(ContainerSpec::isSidecar)) {
      return new Step.End();
    }
    ephemeral();
    return new Step.Containers(kills, starts);
  }

  private boolean usable(SandboxView sandbox) {
    long ready = view.sandboxes().stream().filter(SandboxView::ready).count();
    return ready == 1 && (pod.hostNetwork() || sandbox.isConnected());
  }

  private Step withoutSandbox() {
    Optional<SandboxView> last = view.sandbox();
    if (last.isEmpty()) {
      return new Step.NewSandbox(0);
    }
    boolean ran = !view.containers().isEmpty();
    boolean more =
        pod.containers().stream()
            .anyMatch(
                c ->
                    view.container(c.name())
                        .map(v -> Restarts.wanted(pod, c, v))
                        .orElse(!pod.restartPolicy().equals("Never") || !ran));
    return more || !ran ? new Step.NewSandbox(last.get().attempt() + 1) : new Step.End();
  }

  private enum Init {
    UNDER_WAY,
    FAILED,
    DONE
  }

  /** In their order: one after the other ends, but sidecars go on once they have started up. */
  private Init initContainers(SandboxView sandbox, boolean appsBegan) {
    for (ContainerSpec container : pod.initContainers()) {
      Optional<ContainerView> seen = view.container(container.name(), sandbox);
      Init one =
          container.isSidecar()
              ? sidecar(container, seen)
              : appsBegan ? Init.DONE : once(container, seen);
      if (one == Init.FAILED || one == Init.UNDER_WAY && !appsBegan) {
        return one;
      }
    }
    return Init.DONE;
  }

  private Init sidecar(ContainerSpec container, Optional<ContainerView> seen) {
    if (seen.isEmpty() || !seen.get().isRunning()) {
      starts.add(container);
      return Init.UNDER_WAY;
    }
    if (replaced(container, seen.get())) {
      return Init.UNDER_WAY;
    }
    return health.started(seen.get()) ? Init.DONE : Init.UNDER_WAY;
  }

  private Init once(ContainerSpec container, Optional<ContainerView> seen) {
    if (seen.isEmpty() || seen.get().state() == ContainerView.State.CREATED) {
      starts.add(container);
      return Init.UNDER_WAY;
    }
    if (seen.get().isRunning()) {
      return Init.UNDER_WAY;
    }
    if (seen.get().succeeded()) {
      return Init.DONE;
    }
    if (!Restarts.wanted(pod, container, seen.get())) {
      return Init.FAILED;
    }
    starts.add(container);
    return Init.UNDER_WAY;
  }

  /** Whether any app container runs on or is to be started. */
  private boolean apps() {
    boolean alive = false;
    for (ContainerSpec container : pod.containers()) {
      Optional<ContainerView> seen = view.container(container.name());
      if (seen.isEmpty() || seen.get().state() == ContainerView.State.CREATED) {
        starts.add(container);
        alive = true;
      } else if (!seen.get().isRunning()) {
        if (Restarts.wanted(pod, container, seen.get())) {
          starts.add(container);
          alive = true;
        }
      } else {
        replaced(container, seen.get());
        alive = true;
      }
    }
    return alive;
  }

  /** Notes that a running container has to go, if it has. */
  private boolean replaced(ContainerSpec container, ContainerView running) {
    String what = (container.isSidecar() ? "Init container " : "Container ") + container.name();
    String hash = running.annotations().getOrDefault(CriLabels.HASH, "");
    if (!hash.isEmpty() && !hash.equals(ContainerConfigs.hash(container))) {
      kill(running, what + " definition changed", !container.isSidecar(), Optional.empty());
      starts.add(container);
      return true;
    }
    if (outgrown.test(container)) {
      String why = "Container " + container.name() + " resize requires restart";
      kill(running, why, false, Optional.empty());
      starts.add(container);
      return true;
    }
    Optional<String> deadly = health.deadly(running);
    if (deadly.isEmpty()) {
      return false;
    }
    boolean again = !container.isSidecar() && Restarts.afterProbe(pod, container);
    String why = what + " failed " + deadly.get() + " probe";
    kill(running, why, again, Optional.of(deadly.get() + "Probe"));
    return true;
  }

  /**
   * @param again whether the event says that it comes back; of sidecars, that is understood
   */
  private void kill(ContainerView running, String why, boolean again, Optional<String> probe) {
    kills.add(new Step.Kill(running, again ? why + ", will be restarted" : why, probe));
  }

  private void ephemeral() {
    for (ContainerSpec container : pod.ephemeralContainers()) {
      if (view.container(container.name()).isEmpty()) {
        starts.add(container);
      }
    }
  }
}
