package dev.muster.apiserver.authn;

import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whom a request wants to be taken for. Each target needs the permission to impersonate it before
 * {@link #user} may be used.
 */
public record Impersonation(List<ImpersonationTarget> targets) {

  public Impersonation {
    targets = List.copyOf(targets);
  }

  /**
   * Reads the {@code Impersonate-*} headers.
   *
   * @return empty when the request wants nothing of the kind
   */
  public static Optional<Impersonation> of(Exchange exchange) {
    List<ImpersonationTarget> targets = new ArrayList<>();
    String user = exchange.header("Impersonate-User");
    if (user != null && !user.isEmpty()) {
      targets.add(ImpersonationTarget.userOrServiceAccount(user));
    }
    exchange
        .headers("Impersonate-Group")
        .forEach(group -> targets.add(ImpersonationTarget.group(group)));
    for (String header : exchange.headerNames()) {
      ImpersonationTarget.extraKey(header)
          .ifPresent(
              key ->
                  exchange
                      .headers(header)
                      .forEach(value -> targets.add(ImpersonationTarget.extra(key, value))));
    }
    String uid = exchange.header("Impersonate-Uid");
    if (uid != null && !uid.isEmpty()) {
      targets.add(ImpersonationTarget.uid(uid));
    }
    if (!targets.isEmpty() && !targets.getFirst().isUser()) {
      throw Status.badRequest(
              "requested ["
                  + String.join(" ", targets.stream().map(ImpersonationTarget::goText).toList())
                  + "] without impersonating a user")
          .exception();
    }
    return targets.isEmpty() ? Optional.empty() : Optional.of(new Impersonation(targets));
  }

  /**
   * What somebody needs who wants to be taken for a user. Groups that come with the name are not
   * among it.
   */
  public static Impersonation as(User user) {
    List<ImpersonationTarget> targets = new ArrayList<>();
    targets.add(ImpersonationTarget.userOrServiceAccount(user.name()));
    List<String> implied = new Impersonation(targets).user().groups();
    for (String group : user.groups()) {
      if (!implied.contains(group)) {
        targets.add(ImpersonationTarget.group(group));
      }
    }
    user.extra()
        .forEach(
            (key, values) ->
                values.forEach(value -> targets.add(ImpersonationTarget.extra(key, value))));
    if (!user.uid().isEmpty()) {
      targets.add(ImpersonationTarget.uid(user.uid()));
    }
    return new Impersonation(targets);
  }

  /** The user that the request is answered as, once all targets are allowed. */
  public User user() {
    String name = "";
    String uid = "";
    List<String> groups = new ArrayList<>();
    List<String> accountGroups = List.of();
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (ImpersonationTarget target : targets) {
      switch (target.kind()) {
        case USER -> name = target.name();
        case SERVICE_ACCOUNT -> {
          ServiceAccountName account = new ServiceAccountName(target.namespace(), target.name());
          name = account.userName();
          accountGroups = account.groups();
        }
        case GROUP -> groups.add(target.name());
        case EXTRA ->
            extra.computeIfAbsent(target.extraKey(), key -> new ArrayList<>()).add(target.name());
        case UID -> uid = target.name();
      }
    }
    if (groups.isEmpty()) {
      groups.addAll(accountGroups);
    }
    if (name.equals(Groups.ANONYMOUS)) {
      if (!groups.contains(Groups.UNAUTHENTICATED)) {
        groups.add(Groups.UNAUTHENTICATED);
      }
      return new User(name, uid, groups, extra);
    }
    return Groups.authenticated(new User(name, uid, groups, extra));
  }
}
