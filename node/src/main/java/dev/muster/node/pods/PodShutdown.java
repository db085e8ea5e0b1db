package dev.muster.node.pods;

import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.CriLabels;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.runtime.SandboxView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the workers and all containers, and takes volumes down; the pods stay as they are in the
 * API, and run again with the next agent.
 */
public record PodShutdown(
    PodWorkers workers, RuntimeCalls runtime, RuntimeStates states, MountedVolumes volumes) {
  private static final Logger LOG = LoggerFactory.getLogger(PodShutdown.class);

  /**
   * @param longest that a container may take to end
   */
  public void stopAll(Duration longest) throws InterruptedException {
    workers.close();
    for (PodWorker worker : workers.current()) {
      worker.join(longest);
    }
    List<Thread> stops = new ArrayList<>();
    for (PodView view : states.all()) {
      stops.add(Thread.ofVirtual().start(() -> stop(view, longest)));
    }
    for (Thread stop : stops) {
      stop.join();
    }
    // what is left belongs to pods that had nothing in the runtime yet
    volumes.uids().forEach(volumes::release);
  }

  private void stop(PodView view, Duration longest) {
    try {
      List<Thread> kills = new ArrayList<>();
      for (ContainerView running : view.running()) {
        long asked =
            Long.parseLong(running.annotations().getOrDefault(CriLabels.GRACE_PERIOD, "30"));
        long grace = Math.min(asked, longest.toSeconds());
        kills.add(Thread.ofVirtual().start(() -> stop(running, grace)));
      }
      for (Thread kill : kills) {
        kill.join();
      }
      for (SandboxView sandbox : view.sandboxes()) {
        runtime.stopSandbox(sandbox.id());
      }
      volumes.release(view.uid());
    } catch (RuntimeProblem e) {
      LOG.warn("pod not stopped: {}/{}: {}", view.namespace(), view.name(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop(ContainerView running, long grace) {
    try {
      runtime.stopContainer(running.id(), grace);
    } catch (RuntimeProblem e) {
      LOG.warn("container not stopped: {}: {}", running.name(), e.getMessage());
    }
  }
}
