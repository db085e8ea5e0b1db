package dev.muster.node.probes;

import dev.muster.views.ContainerSpec;
import java.util.concurrent.CountDownLatch;

/** What probes have found out about one running container. Thread-safe. */
final class ContainerHealth {
  final CountDownLatch startedUp;
  volatile boolean ready;
  volatile boolean deadly;
  volatile boolean failedStartup;

  ContainerHealth(ContainerSpec container) {
    startedUp = new CountDownLatch(ProbeType.STARTUP.of(container).present() ? 1 : 0);
    ready = ProbeType.READINESS.of(container).absent();
  }

  boolean started() {
    return startedUp.getCount() == 0;
  }
}
