package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.client.api.ApiTransport;
import dev.muster.controllers.Connections;
import dev.muster.controllers.ControllerChoice;
import dev.muster.controllers.ControllerList;
import dev.muster.controllers.RunningControllers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Workload controllers in the API server's own process, each as its own service account. */
public final class LocalControllers implements AutoCloseable {
  private static final String AGENT = "kube-controller-manager";

  private final RunningControllers running;

  private LocalControllers(RunningControllers running) {
    this.running = running;
  }

  /** Starts those that {@code --controllers} asks for. */
  public static LocalControllers start(ApiServer server, ServerConfig config) {
    return new LocalControllers(
        RunningControllers.start(
            new InProcess(server, config.authorization().modes().contains("RBAC")),
            new ControllerChoice(ControllerList.all()).chosen(config.background().controllers()),
            Clock.systemUTC()));
  }

  /**
   * @param byRole their default roles are RBAC's; where there is no RBAC, nothing else would let
   *     them work
   */
  private record InProcess(ApiServer server, boolean byRole) implements Connections {
    @Override
    public ApiTransport shared() {
      return as(User.of("system:kube-controller-manager"));
    }

    @Override
    public ApiTransport as(String serviceAccount) {
      ServiceAccountName account = new ServiceAccountName("kube-system", serviceAccount);
      return as(User.authenticated(account));
    }

    private ApiTransport as(User user) {
      List<String> groups = new ArrayList<>(user.groups());
      if (!byRole) {
        groups.add(User.MASTERS);
      }
      return server.inProcess(new User(user.name(), user.uid(), groups, user.extra()), AGENT);
    }
  }

  @Override
  public void close() {
    running.close();
  }
}
