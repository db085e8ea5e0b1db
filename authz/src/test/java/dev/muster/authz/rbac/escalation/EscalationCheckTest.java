package dev.muster.authz.rbac.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EscalationCheckTest {
  private static final User JANE = User.of("jane", "dev");
  private static final PolicyRule PODS =
      PolicyRule.on(List.of(""), List.of("pods"), List.of("get", "list"));

  private final RbacIndex index = new RbacIndex();
  private final EscalationCheck check = new EscalationCheck(index, new AlwaysDeny());

  @Test
  void namesOnlyWhatIsMissingOncePerResource() {
    hold(PODS);
    assertThat(
            refusal(PolicyRule.on(List.of("", "apps"), List.of("pods"), List.of("get", "watch"))))
        .contains(
            """
            user "jane" (groups=["dev"]) is attempting to grant RBAC permissions not currently held:
            {APIGroups:[""], Resources:["pods"], Verbs:["watch"]}
            {APIGroups:["apps"], Resources:["pods"], Verbs:["get" "watch"]}\
            """);
  }

  @Test
  void keepsVerbsOfOneNameTogether() {
    assertThat(
            refusal(
                new PolicyRule(
                    List.of("get", "update"),
                    List.of(""),
                    List.of("secrets"),
                    List.of("a", "b"),
                    List.of())))
        .hasValueSatisfying(
            message ->
                assertThat(message)
                    .endsWith(
                        """
                        held:
                        {APIGroups:[""], Resources:["secrets"], ResourceNames:["a"], Verbs:["get" "update"]}
                        {APIGroups:[""], Resources:["secrets"], ResourceNames:["b"], Verbs:["get" "update"]}\
                        """));
  }

  @Test
  void mentionsRolesThatCouldNotBeResolved() {
    bind("one", "gone");
    bind("two", "lost");
    assertThat(refusal(PODS))
        .hasValueSatisfying(
            message ->
                assertThat(message)
                    .endsWith(
                        "; resolution errors: [[clusterroles.rbac.authorization.k8s.io \"gone\" not found, "
                            + "clusterroles.rbac.authorization.k8s.io \"lost\" not found]]"));
  }

  @Test
  void countsWhatIsHeldInTheNamespaceOnlyThere() {
    index.put(new ClusterRole(Metadata.named("reader"), List.of(PODS), List.of()));
    index.put(
        new RoleBinding(
            Metadata.named("n", "b"),
            List.of(Subject.group("dev")),
            RoleRef.clusterRole("reader")));
    assertThat(check.refusal(JANE, "n", List.of(PODS), RbacKind.ROLE)).isEmpty();
    assertThat(check.refusal(JANE, "m", List.of(PODS), RbacKind.ROLE)).isPresent();
    assertThat(check.refusal(JANE, "", List.of(PODS), RbacKind.CLUSTER_ROLE)).isPresent();
  }

  @Test
  void letsMastersWriteAnything() {
    var role = new ClusterRole(Metadata.named("r"), List.of(PODS), List.of());
    User master = User.of("root", User.MASTERS);
    assertThat(check.role(master, "", "", role, Optional.empty()))
        .isEqualTo(new EscalationVerdict.Permitted());
  }

  @Test
  void asksTheAuthorizerInForceForEscalateAndBind() {
    var lax = new EscalationCheck(index, new AlwaysAllow());
    var role = new ClusterRole(Metadata.named("r"), List.of(PODS), List.of());
    assertThat(lax.role(JANE, "", "", role, Optional.empty()))
        .isEqualTo(new EscalationVerdict.Permitted());
    assertThat(lax.binding(JANE, "", binding("b", "absent")))
        .isEqualTo(new EscalationVerdict.Permitted());
  }

  @Test
  void refusesAReferenceToNoKindOfRole() {
    var binding =
        new ClusterRoleBinding(Metadata.named("b"), List.of(), new RoleRef("", "Pod", "p"));
    assertThat(check.binding(JANE, "", binding))
        .isEqualTo(new EscalationVerdict.BadReference("unsupported role reference kind: \"Pod\""));
  }

  private Optional<String> refusal(PolicyRule rule) {
    return check.refusal(JANE, "", List.of(rule), RbacKind.CLUSTER_ROLE);
  }

  private void hold(PolicyRule rule) {
    index.put(new ClusterRole(Metadata.named("held"), List.of(rule), List.of()));
    bind("held", "held");
  }

  private void bind(String name, String role) {
    index.put(binding(name, role));
  }

  private static ClusterRoleBinding binding(String name, String role) {
    return new ClusterRoleBinding(
        Metadata.named(name), List.of(Subject.user("jane")), RoleRef.clusterRole(role));
  }
}
