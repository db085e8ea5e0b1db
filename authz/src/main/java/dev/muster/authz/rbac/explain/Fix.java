package dev.muster.authz.rbac.explain;

import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.Subject;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;

/**
 * A way to allow what is refused by what is there already. It gives the role whole, which may be
 * more than was asked for.
 */
public sealed interface Fix {
  /** The binding that gives the role. */
  AnyBinding binding();

  /** What one has then. */
  AnyRole role();

  /** A sentence that tells what to do, and what comes with it. */
  String describe();

  /** Names the user in a binding. */
  record AddToBinding(AnyBinding binding, AnyRole role, Subject subject) implements Fix {
    @Override
    public String describe() {
      return "add %s to %s, which gives %s"
          .formatted(
              subject.describe(binding.namespace()),
              NearMiss.named(binding),
              NearMiss.extent(role));
    }
  }

  /** Makes the user a member of a group that a binding names. */
  record JoinGroup(AnyBinding binding, AnyRole role, String group) implements Fix {
    @Override
    public String describe() {
      return "let the user be of Group %s, to which %s gives %s"
          .formatted(GoText.quote(group), NearMiss.named(binding), NearMiss.extent(role));
    }
  }

  /** How a binding would name the user. */
  static Subject subject(User user) {
    return ServiceAccountName.of(user.name())
        .map(account -> Subject.serviceAccount(account.namespace(), account.name()))
        .orElse(Subject.user(user.name()));
  }
}
