package dev.muster.access.escalation;

import dev.muster.authz.User;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import java.util.List;

/** Something that one has come to: nothing takes it away again, so more of them allow only more. */
sealed interface Fact {
  List<PolicyRule> EVERYTHING = List.of(PolicyRule.on(List.of("*"), List.of("*"), List.of("*")));

  /** What one is, for people. */
  String describe();

  /**
   * Speaking as somebody.
   *
   * @param credential whether with a credential of his. Who only impersonates him cannot
   *     impersonate another as him: a server looks at who sends the request.
   */
  record Acting(User user, boolean credential) implements Fact {
    @Override
    public String describe() {
      String groups = user.groups().isEmpty() ? "" : " of groups " + GoText.list(user.groups());
      return ServiceAccountName.of(user.name())
          .map(a -> "ServiceAccount " + GoText.quote(a.name() + "/" + a.namespace()))
          .orElseGet(() -> "User " + GoText.quote(user.name()) + groups);
    }
  }

  /**
   * The rights of a role, for whomever one acts as.
   *
   * @param scope a namespace; empty for everywhere
   */
  record Granted(String scope, RbacKey role, List<PolicyRule> rules) implements Fact {
    @Override
    public String describe() {
      String where = scope.isEmpty() ? " everywhere" : " in namespace " + GoText.quote(scope);
      return rules.stream().anyMatch(Fact::isEverything)
          ? "somebody who may do anything" + (scope.isEmpty() ? "" : where)
          : "somebody with " + role.kind().kind() + " " + GoText.quote(role.name()) + where;
    }
  }

  /** Root of nodes: a pod says itself which one it is to run on. */
  record OnNodes() implements Fact {
    @Override
    public String describe() {
      return "root on nodes";
    }
  }

  /** A Windows account. */
  record WindowsAccount(String spec) implements Fact {
    @Override
    public String describe() {
      return "the Windows account of GMSACredentialSpec " + GoText.quote(spec);
    }
  }

  /** Whether a rule by itself is everything that there is. */
  static boolean isEverything(PolicyRule rule) {
    return rule.verbs().contains("*")
        && rule.apiGroups().contains("*")
        && rule.resources().contains("*")
        && rule.resourceNames().isEmpty();
  }
}
