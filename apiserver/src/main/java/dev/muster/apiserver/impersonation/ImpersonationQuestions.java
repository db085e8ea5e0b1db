package dev.muster.apiserver.impersonation;

import dev.muster.apiserver.authn.ServiceAccountUser;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What the authorizer is asked before somebody is taken for somebody else. */
final class ImpersonationQuestions {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String ASSOCIATED_KEYS = "authentication.kubernetes.io/associated-node-keys";

  private ImpersonationQuestions() {}

  /** A node's own accounts are asked about without what differs from node to node. */
  static User seenAs(ImpersonationMode mode, User requestor) {
    return mode == ImpersonationMode.ASSOCIATED_NODE
        ? new User(
            requestor.name(),
            requestor.uid(),
            requestor.groups(),
            Map.of(ASSOCIATED_KEYS, List.copyOf(new TreeSet<>(requestor.extra().keySet()))))
        : requestor;
  }

  static Attributes named(ImpersonationMode mode, String name, User requestor) {
    Optional<ServiceAccountName> account = ServiceAccountUser.parse(name);
    String group = mode.constrained() ? AUTHENTICATION : "";
    if (account.isPresent()) {
      return Attributes.resource(
          requestor,
          mode.verb(),
          group,
          "v1",
          "serviceaccounts",
          "",
          account.get().namespace(),
          account.get().name());
    }
    Optional<String> node = mode.constrained() ? ImpersonationMode.node(name) : Optional.empty();
    if (node.isPresent()) {
      String which = mode == ImpersonationMode.ASSOCIATED_NODE ? "*" : node.get();
      return target(requestor, mode, group, "nodes", "", which);
    }
    return target(requestor, mode, group, "users", "", name);
  }

  static Attributes target(
      User requestor,
      ImpersonationMode mode,
      String group,
      String resource,
      String subresource,
      String name) {
    return Attributes.resource(
        requestor, mode.verb(), group, "v1", resource, subresource, "", name);
  }

  static Attributes withVerb(Attributes request, String verb) {
    return new Attributes(
        request.user(),
        verb,
        request.resourceRequest(),
        request.apiGroup(),
        request.apiVersion(),
        request.resource(),
        request.subresource(),
        request.namespace(),
        request.name(),
        request.path(),
        request.fieldSelector(),
        request.labelSelector());
  }
}
