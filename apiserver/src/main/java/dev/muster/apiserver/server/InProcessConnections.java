package dev.muster.apiserver.server;

import dev.muster.apiserver.inprocess.InProcessTransport;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.client.api.ApiTransport;
import dev.muster.client.api.ControllerConnections;
import dev.muster.http.Endpoint;
import java.util.ArrayList;
import java.util.List;

/**
 * For controllers in the server's own process.
 *
 * @param byRole their default roles are RBAC's; where there is no RBAC, nothing else would let them
 *     work
 */
record InProcessConnections(Endpoint endpoint, boolean byRole) implements ControllerConnections {
  /** The manager of what they write, as of what a kube-controller-manager does. */
  private static final String AGENT = "kube-controller-manager";

  @Override
  public ApiTransport shared() {
    return as(User.of("system:kube-controller-manager"), AGENT);
  }

  @Override
  public ApiTransport as(String serviceAccount) {
    return as(User.authenticated(new ServiceAccountName("kube-system", serviceAccount)), AGENT);
  }

  @Override
  public ApiTransport scheduler() {
    return as(User.of("system:kube-scheduler", "system:authenticated"), "kube-scheduler");
  }

  /** The mode Node, not a role, says what a node may do. */
  @Override
  public ApiTransport node(String name) {
    User user = User.of("system:node:" + name, "system:nodes");
    return new InProcessTransport(endpoint, user, "kubelet");
  }

  /** As exactly this user. */
  ApiTransport user(User user) {
    return new InProcessTransport(endpoint, user, "muster");
  }

  private ApiTransport as(User user, String agent) {
    List<String> groups = new ArrayList<>(user.groups());
    if (!byRole) {
      groups.add(User.MASTERS);
    }
    User named = new User(user.name(), user.uid(), groups, user.extra());
    return new InProcessTransport(endpoint, named, agent);
  }
}
