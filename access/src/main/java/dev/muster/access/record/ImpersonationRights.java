package dev.muster.access.record;

import dev.muster.access.auditlog.AuditEntry;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What whoever was taken for somebody else was asked for. A log tells the groups that resulted, not
 * which of them were asked for: those that the server adds by itself are not taken for wanted.
 */
final class ImpersonationRights {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String NODE_PREFIX = "system:node:";
  private static final String CONSTRAINED = "impersonate:";
  private static final String ASSOCIATED = CONSTRAINED + "associated-node";

  private final User requestor;
  private final String verb;
  private final boolean constrained;
  private final List<Attributes> asked = new ArrayList<>();

  private ImpersonationRights(AuditEntry entry) {
    requestor = entry.requestor();
    constrained = entry.constraint().startsWith(CONSTRAINED);
    verb = constrained ? entry.constraint() : "impersonate";
  }

  /** All of them; none if it was a request in one's own name. */
  static List<Attributes> of(AuditEntry entry) {
    User other = entry.impersonated();
    if (other == null) {
      return List.of();
    }
    ImpersonationRights rights = new ImpersonationRights(entry);
    rights.named(other.name());
    rights.wantedGroups(other).forEach(group -> rights.ask(rights.core(), "groups", "", "", group));
    if (!other.uid().isEmpty()) {
      rights.ask(AUTHENTICATION, "uids", "", "", other.uid());
    }
    other
        .extra()
        .forEach(
            (key, values) ->
                values.forEach(value -> rights.ask(AUTHENTICATION, "userextras", key, "", value)));
    if (rights.constrained) {
      rights.asked.add(rights.onRequest(entry.request()));
    }
    return rights.asked;
  }

  private String core() {
    return constrained ? AUTHENTICATION : "";
  }

  private void named(String name) {
    Optional<ServiceAccountName> account = ServiceAccountName.of(name);
    if (account.isPresent()) {
      ask(core(), "serviceaccounts", "", account.get().namespace(), account.get().name());
    } else if (constrained && name.startsWith(NODE_PREFIX)) {
      String node = name.substring(NODE_PREFIX.length());
      ask(core(), "nodes", "", "", verb.equals(ASSOCIATED) ? "*" : node);
    } else {
      ask(core(), "users", "", "", name);
    }
  }

  private List<String> wantedGroups(User other) {
    List<String> groups = new ArrayList<>(other.groups());
    groups.remove(
        other.name().equals("system:anonymous")
            ? "system:unauthenticated"
            : "system:authenticated");
    boolean added =
        ServiceAccountName.of(other.name())
            .map(account -> groups.equals(account.groups()))
            .orElse(
                constrained
                    && other.name().startsWith(NODE_PREFIX)
                    && groups.equals(List.of("system:nodes")));
    return added ? List.of() : groups;
  }

  private void ask(
      String group, String resource, String subresource, String namespace, String name) {
    asked.add(
        Attributes.resource(requestor, verb, group, "v1", resource, subresource, namespace, name));
  }

  private Attributes onRequest(Attributes request) {
    String on = "impersonate-on:" + verb.substring(CONSTRAINED.length()) + ":" + request.verb();
    return request.resourceRequest()
        ? Attributes.resource(
            requestor,
            on,
            request.apiGroup(),
            request.apiVersion(),
            request.resource(),
            request.subresource(),
            request.namespace(),
            request.name())
        : Attributes.nonResource(requestor, on, request.path());
  }
}
