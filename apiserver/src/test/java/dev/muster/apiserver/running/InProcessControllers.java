package dev.muster.apiserver.running;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.client.api.ApiTransport;
import dev.muster.controllers.Connections;
import dev.muster.controllers.ControllerList;
import dev.muster.controllers.RunningControllers;
import java.time.Clock;

/** All workload controllers on a server of the same process, each as its service account. */
public record InProcessControllers(ApiServer server) implements Connections {
  private static final String AGENT = "kube-controller-manager/v1.35.8";

  public static RunningControllers start(ApiServer server) {
    return RunningControllers.start(
        new InProcessControllers(server), ControllerList.all(), Clock.systemUTC());
  }

  @Override
  public ApiTransport shared() {
    return server.inProcess(User.of("system:kube-controller-manager"), AGENT);
  }

  @Override
  public ApiTransport as(String serviceAccount) {
    User user = User.authenticated(new ServiceAccountName("kube-system", serviceAccount));
    return server.inProcess(user, AGENT);
  }
}
