package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.VisibleObjects;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisibilityCacheTest {
  private final VisibilityCache cache = new VisibilityCache();

  /** Group admins lists pods in namespace n. */
  private static RbacSnapshot policy() {
    var index = new RbacIndex();
    PolicyRule rule = PolicyRule.on(List.of(""), List.of("pods"), List.of("list"));
    index.put(new RbacObject.Role(Metadata.named("n", "role"), List.of(rule)));
    index.put(
        new RbacObject.RoleBinding(
            Metadata.named("n", "binding"),
            List.of(Subject.group("admins")),
            RoleRef.role("role")));
    return index.snapshot();
  }

  private static Viewer viewer(String name, String... groups) {
    return new Viewer(name, List.of(groups), "list", "", "pods", "");
  }

  @Test
  void takesNobodyForAnother() {
    RbacSnapshot policy = policy();
    assertThat(cache.in(policy, viewer("alice", "admins", "crew")).seesAllIn("n")).isTrue();
    assertThat(cache.in(policy, viewer("alice\nadmins", "crew"))).isEqualTo(VisibleObjects.NONE);
    assertThat(cache.in(policy, viewer("alice", "admins\ncrew"))).isEqualTo(VisibleObjects.NONE);
  }

  @Test
  void remembersWhoIsTheSame() {
    RbacSnapshot policy = policy();
    assertThat(cache.in(policy, viewer("alice", "admins")))
        .isSameAs(cache.in(policy, viewer("alice", "admins")));
  }

  /** A token with 20,000 characters of groups is no small thing to remember. */
  @Test
  void remembersFewOfThoseWithMuchToRemember() {
    RbacSnapshot policy = policy();
    String groups = "g".repeat(20_000);
    for (int i = 0; i < 2_000; i++) {
      assertThat(cache.in(policy, viewer("user" + i, groups))).isEqualTo(VisibleObjects.NONE);
    }
    assertThat(cache.viewers()).isBetween(100L, 1_000L);
  }
}
