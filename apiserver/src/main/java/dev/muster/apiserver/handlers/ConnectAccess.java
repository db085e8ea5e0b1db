package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.http.ForwardedHeaders;
import dev.muster.kinds.features.Feature;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.model.status.Status;
import java.util.Set;

/**
 * Who may run something in a pod: the verb create is needed, whatever the method. WebSockets come
 * by GET, and a right to read is none to act; nor is it by way of the node's own server.
 */
final class ConnectAccess {
  private static final Set<String> ACTS = Set.of("exec", "attach", "portforward");

  private final Authorizer authorizer;
  private final boolean asks;

  ConnectAccess(Authorizer authorizer, FeatureGates gates) {
    this.authorizer = authorizer;
    this.asks = gates.enabled(Feature.AUTHORIZE_POD_WEBSOCKET_UPGRADE_CREATE_PERMISSION);
  }

  private static boolean acts(ResourceRequest request) {
    boolean node = request.kind().plural().equals("nodes");
    return ACTS.contains(request.target().subresource())
        || node && ForwardedHeaders.upgrades(request.exchange());
  }

  /** Refuses with a 403, whether the pod is there or not. */
  void check(ResourceRequest request) {
    ResourceTarget target = request.target();
    if (!asks || !acts(request) || target.verb().equals("create")) {
      return;
    }
    Decision decision =
        authorizer.authorize(
            Attributes.resource(
                request.user(),
                "create",
                target.kind().group(),
                target.kind().version(),
                target.kind().plural(),
                target.subresource(),
                target.namespace(),
                target.name()));
    if (decision.allowed()) {
      return;
    }
    if (!decision.problems().isEmpty()) {
      throw Status.internal(Problems.join(decision.problems())).exception();
    }
    throw Status.forbidden(
            target.kind().group(), target.kind().plural(), target.name(), decision.reason())
        .exception();
  }
}
