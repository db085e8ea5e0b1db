package dev.muster.apiserver.flow;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.http.Exchange;
import java.util.Set;
import java.util.regex.Pattern;

/** Whose limits hold for a request. */
enum RequestClass {
  /** The administrator's requests: they have no limits. */
  EXEMPT,

  /** Questions about the server's health. */
  HEALTH,

  /** What the cluster's own parts ask for. */
  SYSTEM,

  /** All others who say who they are. */
  WORKLOAD,

  /** Those who do not, and take nothing away from those who do. */
  ANONYMOUS;

  private static final Pattern HEALTH_PATHS =
      Pattern.compile("/(livez|readyz|healthz)(/.*)?|/metrics", Pattern.DOTALL);
  private static final String MASTERS = "system:masters";
  private static final Set<String> SYSTEM_GROUPS =
      Set.of("system:nodes", "system:serviceaccounts:kube-system");
  private static final String KUBE_SYSTEM_ACCOUNTS = ServiceAccountName.PREFIX + "kube-system:";
  private static final String NOBODY = "system:anonymous";

  static RequestClass of(User user, RequestInfo info) {
    if (user.groups().contains(MASTERS)) {
      return EXEMPT;
    }
    if (!info.resourceRequest() && isHealth(info.path())) {
      return HEALTH;
    }
    if (isAnonymous(user)) {
      return ANONYMOUS;
    }
    String name = user.name();
    boolean system = name.startsWith("system:") && !name.startsWith(ServiceAccountName.PREFIX);
    return system || user.groups().stream().anyMatch(SYSTEM_GROUPS::contains) ? SYSTEM : WORKLOAD;
  }

  static boolean isAnonymous(User user) {
    return user.name().equals(NOBODY);
  }

  private static boolean isHealth(String path) {
    return HEALTH_PATHS.matcher(path).matches();
  }

  /**
   * Under which name a user's requests are counted: the service accounts of a namespace are one, as
   * who has the namespace makes as many as it likes, and so is each address that gives no name.
   * Those of kube-system are the cluster's own parts, each with a share.
   */
  static String flow(User user, Exchange exchange) {
    String name = user.name();
    if (isAnonymous(user)) {
      return name + "@" + exchange.network();
    }
    boolean tenant =
        name.startsWith(ServiceAccountName.PREFIX) && !name.startsWith(KUBE_SYSTEM_ACCOUNTS);
    return tenant ? name.substring(0, name.lastIndexOf(':')) : name;
  }
}
