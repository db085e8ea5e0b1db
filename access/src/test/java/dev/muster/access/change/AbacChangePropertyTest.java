package dev.muster.access.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.access.rights.Right;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.abac.AbacAuthorizer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is told of a change of ABAC lines equals making it and asking before and after. */
class AbacChangePropertyTest {
  private static final Subject USER = Subject.user("u");
  private static final Subject GROUP = Subject.group("g");

  @Property(tries = 1000)
  void gainsAndLossesAreThoseOfTheAuthorizer(
      @ForAll("files") String was, @ForAll("files") String is, @ForAll("requests") Attributes asked)
      throws AbacPolicyException {
    AbacPolicy before = AbacPolicy.parse("before", was);
    AbacPolicy after = AbacPolicy.parse("after", is);
    List<SubjectChange> changes =
        AccessChange.between(state(before, Set.of()), state(after, Set.of()));
    for (Subject subject : List.of(USER, GROUP)) {
      Attributes request =
          asked.as(subject.equals(USER) ? User.of("u") : User.of("nobody", subject.name()));
      boolean could = new AbacAuthorizer(before).authorize(request).allowed();
      boolean can = new AbacAuthorizer(after).authorize(request).allowed();
      compare(changes, subject, request, could, can);
    }
  }

  /** Who joins a group gains what its members have and he has not. */
  @Property(tries = 300)
  void whoJoinsGainsWhatMembersHave(
      @ForAll("files") String file, @ForAll("requests") Attributes asked)
      throws AbacPolicyException {
    AbacPolicy policy = AbacPolicy.parse("file", file);
    List<SubjectChange> changes =
        AccessChange.between(state(policy, Set.of()), state(policy, Set.of("g")));
    AbacAuthorizer authorizer = new AbacAuthorizer(policy);
    boolean could = authorizer.authorize(asked.as(User.of("u"))).allowed();
    boolean can = authorizer.authorize(asked.as(User.of("u", "g"))).allowed();
    compare(changes, USER, asked, could, can);
    assertThat(told(changes, USER, asked, false)).isFalse();
  }

  /** A right that is wider than before is told whole, with what was had of it. */
  private static void compare(
      List<SubjectChange> changes,
      Subject subject,
      Attributes request,
      boolean could,
      boolean can) {
    boolean gained = told(changes, subject, request, true);
    boolean lost = told(changes, subject, request, false);
    if (could != can) {
      assertThat(gained).isEqualTo(can);
      assertThat(lost).isEqualTo(could);
    }
    assertThat(gained && !can).isFalse();
    assertThat(lost && !could).isFalse();
  }

  private static PolicyState state(AbacPolicy policy, Set<String> groups) {
    return new PolicyState(
        new RbacIndex().snapshot(),
        policy.lines(),
        groups.isEmpty() ? Map.of() : Map.of("u", groups));
  }

  private static boolean told(
      List<SubjectChange> changes, Subject subject, Attributes request, boolean gains) {
    return changes.stream()
        .filter(change -> change.subject().equals(subject))
        .flatMap(change -> (gains ? change.gains() : change.losses()).stream())
        .anyMatch(right -> allows(right, request));
  }

  private static boolean allows(Right right, Attributes request) {
    boolean here =
        switch (right.where()) {
          case "" -> true;
          case AbacRights.CLUSTER_SCOPE -> request.namespace().isEmpty();
          default -> right.where().equals(request.namespace());
        };
    RbacIndex index = new RbacIndex();
    index.put(new ClusterRole(Metadata.named("r"), List.of(right.rule()), List.of()));
    index.put(
        new ClusterRoleBinding(
            Metadata.named("r"), List.of(Subject.user("x")), RoleRef.clusterRole("r")));
    return here && index.snapshot().authorize(request.as(User.of("x"))).allowed();
  }

  @Provide
  Arbitrary<String> files() {
    Arbitrary<String> line =
        Combinators.combine(
                Arbitraries.of("\"user\":\"u\"", "\"group\":\"g\"", "\"user\":\"v\""),
                Arbitraries.of(true, false),
                Arbitraries.of("", "*", "n"),
                Arbitraries.of("pods", "nodes", "*"),
                Arbitraries.of("", "apps", "*"))
            .as(
                (who, readonly, namespace, resource, group) ->
                    ("{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\",\"kind\":\"Policy\","
                            + "\"spec\":{%s,\"readonly\":%s,\"namespace\":\"%s\",\"resource\":\"%s\","
                            + "\"apiGroup\":\"%s\"}}")
                        .formatted(who, readonly, namespace, resource, group));
    return line.list().ofMaxSize(4).map(lines -> String.join("\n", lines));
  }

  @Provide
  Arbitrary<Attributes> requests() {
    return Combinators.combine(
            Arbitraries.of("get", "create"),
            Arbitraries.of("", "apps", "batch"),
            Arbitraries.of("pods", "nodes", "secrets"),
            Arbitraries.of("", "exec"),
            Arbitraries.of("", "n", "m"))
        .as(
            (verb, group, resource, subresource, namespace) ->
                Attributes.resource(
                    User.of(""),
                    verb,
                    group,
                    "v1",
                    resource,
                    resource.equals("pods") ? subresource : "",
                    namespace,
                    ""));
  }
}
