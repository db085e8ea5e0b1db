package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RbacIndexTest {
  private static final User JANE = User.of("jane", "dev", "system:authenticated");
  private static final List<PolicyRule> GET_PODS = List.of(rule("pods"));

  private final RbacIndex index = new RbacIndex();
  private final RbacAuthorizer authorizer = new RbacAuthorizer(index);

  @Test
  void namesTheFirstSubjectThatConcernsTheUser() {
    index.put(new Role(Metadata.named("n", "r"), GET_PODS));
    index.put(
        new RoleBinding(
            Metadata.named("n", "b"),
            List.of(Subject.group("ops"), Subject.group("dev"), Subject.user("jane")),
            RoleRef.role("r")));
    assertThat(get(JANE, "pods", "n"))
        .isEqualTo("RBAC: allowed by RoleBinding \"b/n\" of Role \"r\" to Group \"dev\"");
    assertThat(get(User.of("jane"), "pods", "n"))
        .isEqualTo("RBAC: allowed by RoleBinding \"b/n\" of Role \"r\" to User \"jane\"");
  }

  @Test
  void prefersClusterWideGrants() {
    index.put(new ClusterRole(Metadata.named("r"), GET_PODS, List.of()));
    index.put(binding("n", "local", "r", Subject.user("jane")));
    index.put(clusterBinding("wide", "r", Subject.group("dev")));
    assertThat(get(JANE, "pods", "n"))
        .isEqualTo(
            "RBAC: allowed by ClusterRoleBinding \"wide\" of ClusterRole \"r\" to Group \"dev\"");
  }

  @Test
  void takesTheBindingsNamespaceForAServiceAccountWithoutOne() {
    index.put(new ClusterRole(Metadata.named("r"), GET_PODS, List.of()));
    index.put(binding("n", "b", "r", Subject.serviceAccount("", "robot")));
    index.put(clusterBinding("c", "r", Subject.serviceAccount("", "robot")));
    assertThat(get(User.of("system:serviceaccount:n:robot"), "pods", "n"))
        .isEqualTo(
            "RBAC: allowed by RoleBinding \"b/n\" of ClusterRole \"r\" to ServiceAccount \"robot/n\"");
    assertThat(get(User.of("system:serviceaccount::robot"), "pods", "m")).isEmpty();
  }

  @Test
  void reportsBindingsToMissingRolesOnlyWhenNotAllowed() {
    index.put(clusterBinding("one", "gone", Subject.user("jane")));
    index.put(
        new RoleBinding(
            Metadata.named("n", "two"), List.of(Subject.user("jane")), RoleRef.role("lost")));
    assertThat(get(JANE, "pods", "n"))
        .isEqualTo(
            "RBAC: [clusterrole.rbac.authorization.k8s.io \"gone\" not found, "
                + "role.rbac.authorization.k8s.io \"lost\" not found]");
    assertThat(authorizer.rulesFor(JANE, "").evaluationError())
        .isEqualTo("clusterrole.rbac.authorization.k8s.io \"gone\" not found");

    index.put(new ClusterRole(Metadata.named("gone"), GET_PODS, List.of()));
    assertThat(get(JANE, "pods", "n"))
        .isEqualTo(
            "RBAC: allowed by ClusterRoleBinding \"one\" of ClusterRole \"gone\" to User \"jane\"");

    index.remove(new RbacKey(RbacKind.CLUSTER_ROLE, "", "gone"));
    assertThat(get(JANE, "pods", ""))
        .isEqualTo("RBAC: clusterrole.rbac.authorization.k8s.io \"gone\" not found");
  }

  @Test
  void listsRulesClusterWideFirstThenByBindingName() {
    index.put(new ClusterRole(Metadata.named("a"), List.of(rule("nodes")), List.of()));
    index.put(
        new ClusterRole(
            Metadata.named("b"),
            List.of(rule("pods"), PolicyRule.onUrls(List.of("/x"), List.of("get"))),
            List.of()));
    index.put(binding("n", "1", "a", Subject.user("jane")));
    index.put(clusterBinding("2", "b", Subject.group("dev")));
    Rules rules = authorizer.rulesFor(JANE, "n");
    assertThat(rules.resourceRules())
        .extracting(Rules.ResourceRule::resources)
        .containsExactly(List.of("pods"), List.of("nodes"));
    assertThat(rules.nonResourceRules())
        .containsExactly(new Rules.NonResourceRule(List.of("get"), List.of("/x")));
    assertThat(authorizer.rulesFor(JANE, "m").resourceRules()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"1", "8", "9", "100"})
  void findsTheOneRoleThatAllowsAmongMany(int roles) {
    for (int i = 0; i < roles; i++) {
      index.put(new ClusterRole(Metadata.named("r" + i), List.of(rule("things" + i)), List.of()));
      index.put(clusterBinding("b" + i, "r" + i, Subject.user("jane")));
    }
    for (int i = 0; i < roles; i++) {
      assertThat(get(JANE, "things" + i, "n"))
          .endsWith("of ClusterRole \"r" + i + "\" to User \"jane\"");
    }
    assertThat(get(JANE, "other", "n")).isEmpty();

    index.put(clusterBinding("zero", "absent", Subject.user("jane")));
    assertThat(get(JANE, "other", "n"))
        .isEqualTo("RBAC: clusterrole.rbac.authorization.k8s.io \"absent\" not found");

    index.put(new ClusterRole(Metadata.named("r0"), List.of(rule("other", "*/log")), List.of()));
    assertThat(get(JANE, "things0", "n")).contains("not found");
    assertThat(get(JANE, "other", "n")).endsWith("of ClusterRole \"r0\" to User \"jane\"");
    Attributes log = Attributes.resource(JANE, "get", "", "v1", "any", "log", "n", "");
    assertThat(authorizer.authorize(log).allowed()).isTrue();

    index.put(
        new ClusterRole(
            Metadata.named("r" + (roles - 1)),
            List.of(rule("*"), PolicyRule.onUrls(List.of("/x*"), List.of("get"))),
            List.of()));
    assertThat(get(JANE, "whatever", "n")).contains("\"r" + (roles - 1) + "\"");
    assertThat(authorizer.authorize(Attributes.nonResource(JANE, "get", "/xy")).allowed()).isTrue();
    assertThat(authorizer.authorize(Attributes.nonResource(JANE, "get", "/y")).allowed()).isFalse();
  }

  @Test
  void grantsTheSameRoleOnceHoweverManyBindingsThereAre() {
    index.put(new ClusterRole(Metadata.named("r"), GET_PODS, List.of()));
    for (int i = 0; i < 50; i++) {
      index.put(clusterBinding("b" + i, "r", Subject.user("jane")));
    }
    for (int i = 0; i < 49; i++) {
      index.remove(new RbacKey(RbacKind.CLUSTER_ROLE_BINDING, "", "b" + i));
    }
    assertThat(get(JANE, "pods", "n")).contains("\"b49\"");
    index.remove(new RbacKey(RbacKind.CLUSTER_ROLE_BINDING, "", "b49"));
    assertThat(get(JANE, "pods", "n")).isEmpty();
  }

  @Test
  void anOldSnapshotStaysAsItWas() {
    index.put(new ClusterRole(Metadata.named("r"), GET_PODS, List.of()));
    index.put(clusterBinding("b", "r", Subject.user("jane")));
    RbacSnapshot before = index.snapshot();
    index.replaceAll(List.of());
    Attributes request = Attributes.resource(JANE, "get", "", "v1", "pods", "", "n", "");
    assertThat(before.authorize(request).allowed()).isTrue();
    assertThat(index.snapshot().authorize(request).allowed()).isFalse();
    assertThat(index.snapshot().size()).isZero();
  }

  @Test
  void everyChangeIsHonouredFromTheMomentItReturns() throws Exception {
    index.put(new ClusterRole(Metadata.named("r"), GET_PODS, List.of()));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var runs = new ArrayList<Future<?>>();
      for (int t = 0; t < 8; t++) {
        String name = "user" + t;
        Callable<Object> grantUseRevokeUse =
            () -> {
              for (int i = 0; i < 500; i++) {
                RbacObject binding = clusterBinding(name, "r", Subject.user(name));
                index.put(binding);
                assertThat(get(User.of(name), "pods", "n")).isNotEmpty();
                index.remove(binding.key());
                assertThat(get(User.of(name), "pods", "n")).isEmpty();
              }
              return name;
            };
        runs.add(threads.submit(grantUseRevokeUse));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    }
  }

  private String get(User user, String resource, String namespace) {
    return authorizer
        .authorize(Attributes.resource(user, "get", "", "v1", resource, "", namespace, ""))
        .reason();
  }

  private static PolicyRule rule(String... resources) {
    return PolicyRule.on(List.of(""), List.of(resources), List.of("get"));
  }

  private static RoleBinding binding(
      String namespace, String name, String clusterRole, Subject subject) {
    return new RoleBinding(
        Metadata.named(namespace, name), List.of(subject), RoleRef.clusterRole(clusterRole));
  }

  private static ClusterRoleBinding clusterBinding(String name, String role, Subject subject) {
    return new ClusterRoleBinding(
        Metadata.named(name), List.of(subject), RoleRef.clusterRole(role));
  }
}
