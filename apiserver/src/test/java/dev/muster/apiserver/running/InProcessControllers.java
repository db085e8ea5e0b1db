package dev.muster.apiserver.running;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.controllers.RunningControllers;
import java.time.Clock;
import java.util.Set;

/** All workload controllers on a server of the same process, each as its service account. */
public final class InProcessControllers {
  private InProcessControllers() {}

  public static RunningControllers start(ApiServer server) {
    return RunningControllers.start(server.controllerConnections(), Set.of("*"), Clock.systemUTC());
  }
}
