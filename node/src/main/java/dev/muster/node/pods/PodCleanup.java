package dev.muster.node.pods;

import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away what a pod had.
 *
 * @param memories told the uid of a pod that they may forget
 */
public record PodCleanup(
    RuntimeCalls runtime,
    RuntimeStates states,
    MountedVolumes volumes,
    CredentialSpecs credentials,
    PodRemains files,
    List<Consumer<String>> memories) {
  private static final Logger LOG = LoggerFactory.getLogger(PodCleanup.class);

  public PodCleanup {
    memories = List.copyOf(memories);
  }

  /** After its last container has ended: network and volumes go; logs stay. */
  void release(Pod pod, PodView view) throws RuntimeProblem {
    for (SandboxView sandbox : view.sandboxes()) {
      if (sandbox.ready()) {
        runtime.stopSandbox(sandbox.id());
      }
    }
    volumes.release(pod.uid());
    credentials.release(pod.uid());
  }

  /** Of a pod that has ended, for want of space: containers and their logs go. */
  void removeFromRuntime(PodView view) {
    if (view.isEmpty()) {
      return;
    }
    try {
      removeAll(view);
    } catch (RuntimeProblem e) {
      LOG.warn("left behind: containers of {}: {}", view.name(), e.getMessage());
      return;
    }
    files.removeLogs(view);
  }

  private void removeAll(PodView view) throws RuntimeProblem {
    for (ContainerView container : view.containers()) {
      runtime.removeContainer(container.id());
    }
    for (SandboxView sandbox : view.sandboxes()) {
      runtime.removeSandbox(sandbox.id());
    }
    states.refresh(view.uid());
  }

  /** After the pod is gone: everything goes. */
  void remove(Pod pod, PodView view) throws RuntimeProblem {
    removeAll(view);
    memories.forEach(memory -> memory.accept(pod.uid()));
    files.remove(pod);
  }

  /** Of a pod that neither the API nor the runtime knows: what an earlier agent left. */
  void removeFiles(String uid) {
    volumes.release(uid);
    files.remove(uid);
  }
}
