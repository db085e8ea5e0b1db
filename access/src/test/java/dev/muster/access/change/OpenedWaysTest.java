package dev.muster.access.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.access.escalation.Inventory;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who can come to be somebody who may do anything by a change, in policies of many. */
class OpenedWaysTest {
  private static final int MANY = 5_000;
  private static final PolicyRule READS =
      PolicyRule.on(List.of(""), List.of("pods"), List.of("get"));
  private static final PolicyRule MAKES_TOKENS =
      PolicyRule.on(List.of(""), List.of("serviceaccounts/token"), List.of("create"));
  private static final PolicyRule EVERYTHING =
      PolicyRule.on(List.of("*"), List.of("*"), List.of("*"));

  private static ClusterRole role(String name, PolicyRule... rules) {
    return new ClusterRole(Metadata.named(name), List.of(rules), List.of());
  }

  private static PolicyState state(List<RbacObject> objects, ClusterRole changing) {
    RbacIndex index = new RbacIndex();
    index.putAll(objects);
    index.put(changing);
    return PolicyState.of(index.snapshot());
  }

  private static OpenedWays opened(List<RbacObject> objects, ClusterRole was, ClusterRole is) {
    PolicyState before = state(objects, was);
    PolicyState after = state(objects, is);
    List<Subject> first =
        AccessChange.between(before, after).stream().map(SubjectChange::subject).toList();
    return OpenedWays.between(before, after, Inventory.NONE, first);
  }

  /** Only where the account is that may do anything does a token lead to it. */
  @Test
  void everyoneIsLookedAtHoweverManyThereAre() {
    List<RbacObject> objects = new ArrayList<>();
    objects.add(role("all", EVERYTHING));
    objects.add(
        new ClusterRoleBinding(
            Metadata.named("robot"),
            List.of(Subject.serviceAccount("n-7", "robot")),
            RoleRef.clusterRole("all")));
    for (int i = 0; i < MANY; i++) {
      objects.add(
          new RoleBinding(
              Metadata.named("n-" + i % 500, "b-" + i),
              List.of(Subject.user("u-" + i % 1_000)),
              RoleRef.clusterRole("changes")));
    }
    OpenedWays opened =
        opened(objects, role("changes", READS), role("changes", READS, MAKES_TOKENS));
    assertThat(opened.ways())
        .extracting(way -> way.subject().name())
        .containsExactlyInAnyOrder("u-7", "u-507");
    assertThat(opened.notes()).isEmpty();
  }

  /** Everybody here can act as everybody else, which is much to follow for each. */
  @Test
  void whatIsMoreThanCanBeFollowedIsLeftAndSaid() {
    List<RbacObject> objects = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      objects.add(
          new ClusterRoleBinding(
              Metadata.named("b-" + i),
              List.of(Subject.user("u-" + i)),
              RoleRef.clusterRole("changes")));
    }
    PolicyRule acts = PolicyRule.on(List.of(""), List.of("users"), List.of("impersonate"));
    OpenedWays opened = opened(objects, role("changes", READS), role("changes", acts));
    assertThat(opened.ways()).isEmpty();
    assertThat(opened.notes())
        .anyMatch(
            note ->
                note.matches(
                    "ways to become more were looked for of the first [0-9]+ of 5000 subjects"
                        + " only"));
  }
}
