package dev.muster.junit;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.client.api.ApiTransport;
import dev.muster.controllers.Connections;
import dev.muster.controllers.ControllerChoice;
import dev.muster.controllers.ControllerList;
import dev.muster.controllers.RunningControllers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The workload controllers of a test's cluster, each as its own service account.
 *
 * @param byRole whether RBAC's default roles let them work; nothing else would, without it
 */
record TestControllers(ApiServer server, boolean byRole) implements Connections {
  static Background all() {
    return new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1));
  }

  static RunningControllers start(ApiServer server, ServerConfig config) {
    return RunningControllers.start(
        new TestControllers(server, config.authorization().modes().contains("RBAC")),
        new ControllerChoice(ControllerList.all()).chosen(config.background().controllers()),
        Clock.systemUTC());
  }

  @Override
  public ApiTransport shared() {
    return as(User.of("system:kube-controller-manager"));
  }

  @Override
  public ApiTransport as(String serviceAccount) {
    return as(User.authenticated(new ServiceAccountName("kube-system", serviceAccount)));
  }

  private ApiTransport as(User user) {
    List<String> groups = new ArrayList<>(user.groups());
    if (!byRole) {
      groups.add(User.MASTERS);
    }
    User named = new User(user.name(), user.uid(), groups, user.extra());
    return server.inProcess(named, "kube-controller-manager");
  }
}
