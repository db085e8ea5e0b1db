package dev.muster.node.pods;

import dev.muster.node.logs.LogFiles;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Containers that have ended are kept with their logs, but only the last one of each name. */
public record OldContainers(RuntimeCalls runtime) {
  private static final Logger LOG = LoggerFactory.getLogger(OldContainers.class);

  /** Before a new container of this name: of the old ones only the newest stays. */
  void prune(PodView view, String name) throws RuntimeProblem {
    boolean newest = true;
    for (ContainerView one : view.containers()) {
      if (one.name().equals(name)) {
        boolean unborn = one.state() == ContainerView.State.CREATED;
        if (!newest && one.hasEnded() || unborn) {
          runtime.removeContainer(one.id());
          cleanLogs(one);
        }
        newest = false;
      }
    }
  }

  private static void cleanLogs(ContainerView gone) {
    if (!gone.logPath().isEmpty()) {
      try {
        new LogFiles(Path.of(gone.logPath())).clean();
      } catch (IOException e) {
        LOG.warn("logs not removed: container={} problem={}", gone.id(), e.toString());
      }
    }
  }

  /** Before a new sandbox: old ones without containers go. */
  void prune(PodView view, int attempt) throws RuntimeProblem {
    for (SandboxView old : view.sandboxes()) {
      boolean empty = view.containers().stream().noneMatch(c -> c.sandbox().equals(old.id()));
      if (empty && old.attempt() < attempt) {
        runtime.removeSandbox(old.id());
      }
    }
  }
}
