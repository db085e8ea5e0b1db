package dev.muster.admission.psp;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether a policy may be used for a pod: by the pod's service account or by who writes the pod, in
 * the pod's namespace, in the policies' own API group or the one they came from.
 */
public record PolicyAccess(
    Authorizer authorizer, User user, Optional<User> account, String namespace)
    implements Predicate<Policy> {
  private static final List<String> GROUPS = List.of("policy", "extensions");

  /** The user that a service account is. */
  public static User account(String namespace, String name) {
    ServiceAccountName account = new ServiceAccountName(namespace, name);
    return new User(account.userName(), "", account.groups(), Map.of());
  }

  @Override
  public boolean test(Policy policy) {
    return (account.isPresent() && mayUse(account.get(), policy)) || mayUse(user, policy);
  }

  private boolean mayUse(User who, Policy policy) {
    return GROUPS.stream()
        .anyMatch(
            group ->
                authorizer
                    .authorize(
                        Attributes.resource(
                            who,
                            "use",
                            group,
                            "*",
                            "podsecuritypolicies",
                            "",
                            namespace,
                            policy.name()))
                    .allowed());
  }
}
