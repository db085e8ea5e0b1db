package dev.muster.access.escalation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.muster.authz.User;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ways in full, and policies that were made to keep the search busy. */
class EscalationPathsTest {
  private static final User ANN = User.of("ann", "system:authenticated");

  private static ClusterRole role(String name, PolicyRule... rules) {
    return new ClusterRole(Metadata.named(name), List.of(rules), List.of());
  }

  private static PolicyRule rule(String verb, String group, String resource, String... names) {
    return new PolicyRule(
        List.of(verb), List.of(group), List.of(resource), List.of(names), List.of());
  }

  private static RoleBinding in(String namespace, String role, Subject subject) {
    return new RoleBinding(
        Metadata.named(namespace, role), List.of(subject), RoleRef.clusterRole(role));
  }

  private static ClusterRoleBinding everywhere(String role, Subject subject) {
    return new ClusterRoleBinding(
        Metadata.named(role), List.of(subject), RoleRef.clusterRole(role));
  }

  private static EscalationPaths paths(List<? extends RbacObject> policy) {
    RbacIndex index = new RbacIndex();
    index.replaceAll(policy);
    return EscalationPaths.of(index.snapshot(), ANN, Inventory.NONE);
  }

  @Test
  void twoStepsLeadToWhoMayDoAnything() {
    EscalationPaths found =
        paths(
            List.of(
                role("asks", rule("create", "", "serviceaccounts/token", "cart")),
                in("shop", "asks", Subject.user("ann")),
                role(
                    "binds",
                    rule("create", "rbac.authorization.k8s.io", "clusterrolebindings"),
                    rule("bind", "rbac.authorization.k8s.io", "clusterroles", "all")),
                everywhere("binds", Subject.serviceAccount("shop", "cart")),
                role("all", rule("*", "*", "*"))));
    assertThat(found.paths()).extracting(p -> p.steps().size()).containsExactly(1, 2);
    EscalationPath last = found.paths().getLast();
    assertThat(last.becomes()).isEqualTo("somebody who may do anything");
    assertThat(last.everything()).isTrue();
    assertThat(last.steps())
        .containsExactly(
            new EscalationStep(
                "ask for a token of ServiceAccount \"cart/shop\"",
                "SHOP__CART=$(kubectl -n shop create token cart)"),
            new EscalationStep(
                "bind ClusterRole \"all\" to oneself in the whole cluster",
                "kubectl --token=\"$SHOP__CART\" create clusterrolebinding way-up"
                    + " --clusterrole=all --user=ann"));
  }

  /** Who only impersonates sends requests as himself: a server asks whether he may. */
  @Test
  void nobodyImpersonatesAsSomebodyWhomHeImpersonates() {
    EscalationPaths found =
        paths(
            List.of(
                role("first", rule("impersonate", "", "users", "bob")),
                everywhere("first", Subject.user("ann")),
                role("second", rule("impersonate", "", "groups", User.MASTERS)),
                everywhere("second", Subject.user("bob")),
                role("third", rule("impersonate", "", "users")),
                new ClusterRoleBinding(
                    Metadata.named("third"),
                    List.of(Subject.user("bob")),
                    RoleRef.clusterRole("third"))));
    assertThat(found.reachEverything()).isFalse();
    assertThat(found.paths())
        .singleElement()
        .satisfies(p -> assertThat(p.becomes()).startsWith("User \"bob\""));
  }

  @Test
  void bindIsForTheRolesThatItNames() {
    List<RbacObject> policy =
        new ArrayList<>(
            List.of(
                role(
                    "binds",
                    rule("create", "rbac.authorization.k8s.io", "rolebindings"),
                    rule("bind", "rbac.authorization.k8s.io", "clusterroles", "view")),
                in("shop", "binds", Subject.user("ann"))));
    policy.addAll(DefaultPolicy.objects());
    assertThat(paths(Aggregation.apply(policy)).paths())
        .extracting(EscalationPath::becomes)
        .containsExactly("somebody with ClusterRole \"view\" in namespace \"shop\"");
  }

  @Test
  void whoeverMayDoAnythingHasNoWay() {
    assertThat(
            paths(
                List.of(role("all", rule("*", "*", "*")), everywhere("all", Subject.user("ann")))))
        .isEqualTo(new EscalationPaths(List.of(), List.of(), true));
  }

  /** Names come from whoever writes roles: none of them is a command. */
  @Test
  void namesStayArguments() {
    EscalationPaths found =
        paths(
            List.of(
                role("a", rule("impersonate", "", "users")),
                everywhere("a", Subject.user("ann")),
                role("b", rule("get", "", "secrets")),
                everywhere("b", Subject.user("'; rm -rf $HOME #\n`id`"))));
    assertThat(found.paths())
        .singleElement()
        .satisfies(
            p ->
                assertThat(p.steps().getFirst().command())
                    .isEqualTo("kubectl --as=$'\\047; rm -rf $HOME #\\012`id`' auth whoami"));
    assertThat(ShellText.quote("it's $(id)")).isEqualTo("'it'\\''s $(id)'");
    assertThat(ShellText.quote("")).isEqualTo("''");
  }

  /** Nothing that is there has such a name, and kubectl would take it for a flag. */
  @Test
  void namesAreNoFlags() {
    EscalationPaths found =
        paths(
            List.of(
                role("a", rule("create", "", "serviceaccounts/token")),
                everywhere("a", Subject.user("ann")),
                role("b", rule("get", "", "secrets")),
                in("shop", "b", Subject.serviceAccount("shop", "--kubeconfig=evil"))));
    assertThat(found.paths()).isEmpty();
  }

  /** 100,000 bindings of 10,000 accounts that all lead to each other, and roles in a circle. */
  @Test
  void hostilePoliciesHaveAnEnd() {
    List<RbacObject> policy = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      policy.add(
          new ClusterRole(
              new Metadata("", "r" + i, Map.of("next", "" + (i + 1) % 100), Map.of()),
              List.of(
                  rule("*", "rbac.authorization.k8s.io", "*"),
                  rule("create", "", "serviceaccounts/token"),
                  rule("impersonate", "", "*", "x" + i)),
              List.of(AggregationSelector.label("next", "" + i))));
    }
    for (int i = 0; i < 100_000; i++) {
      policy.add(
          new RoleBinding(
              Metadata.named("n" + i % 1000, "b" + i),
              List.of(
                  Subject.serviceAccount("n" + i % 1000, "s" + i % 10_000), Subject.user("ann")),
              RoleRef.clusterRole("r" + i % 100)));
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(policy);
    RbacSnapshot snapshot = index.snapshot();
    EscalationPaths found =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30), () -> EscalationPaths.of(snapshot, ANN, Inventory.NONE));
    assertThat(found.paths()).isNotEmpty().hasSizeLessThanOrEqualTo(101);
    assertThat(found.notes())
        .contains("there is more to follow than can be within reason: there may be other ways");
  }
}
