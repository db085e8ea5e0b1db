package dev.muster.runtime.pods;

import dev.muster.cri.v1.ContainerEventType;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.time.Duration;

/** What concerns a sandbox together with its containers. */
public record Pods(Sandboxes sandboxes, Containers containers, Events events) {
  public Sandbox run(PodSandboxConfig config, String handler) throws IOException, Refused {
    Sandbox sandbox = sandboxes.run(config, handler);
    events.publish(sandbox.id(), sandbox.id(), ContainerEventType.CONTAINER_CREATED_EVENT);
    events.publish(sandbox.id(), sandbox.id(), ContainerEventType.CONTAINER_STARTED_EVENT);
    return sandbox;
  }

  /** Kills its containers, then stops it. Twice is no error. */
  public void stop(Sandbox sandbox) throws IOException, Refused {
    sandbox.lock().writeLock().lock();
    try {
      boolean was = sandbox.ready();
      for (Container each : containers.in(sandbox)) {
        containers.stop(each, Duration.ZERO);
      }
      sandboxes.stop(sandbox);
      if (was) {
        events.publish(sandbox.id(), sandbox.id(), ContainerEventType.CONTAINER_STOPPED_EVENT);
      }
    } finally {
      sandbox.lock().writeLock().unlock();
    }
  }

  /** Stops it and removes it with its containers. */
  public void remove(Sandbox sandbox) throws IOException, Refused {
    sandbox.lock().writeLock().lock();
    try {
      stop(sandbox);
      for (Container each : containers.in(sandbox)) {
        containers.remove(each);
      }
      sandboxes.remove(sandbox);
    } finally {
      sandbox.lock().writeLock().unlock();
    }
    events.publish(sandbox.id(), sandbox.id(), ContainerEventType.CONTAINER_DELETED_EVENT);
  }
}
