package dev.muster.authz.rbac.escalation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Roles whose parts multiply. */
class HostileRolesTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final User TENANT = User.of("tenant");

  @Test
  void aCubeThatIsNotHeldIsRefusedInABoundedMessage() {
    PolicyRule cube = PolicyRule.on(words("g", 400), words("r", 400), words("v", 400));
    String refusal = refusal(List.of(), cube).orElseThrow();
    assertThat(refusal)
        .contains("not currently held:\n{APIGroups:[\"g0\"], Resources:[\"r0\"], Verbs:[\"v0\" ")
        .hasSizeLessThan(1 << 20);
  }

  @Test
  void aCubeThatIsHeldIsGrantedWithoutGoingOverItsCells() {
    PolicyRule cube = PolicyRule.on(words("g", 2_000), words("r", 2_000), words("v", 2_000));
    assertThat(refusal(List.of(cube), cube)).isEmpty();
    assertThat(refusal(slices(cube, 50), cube)).isEmpty();
  }

  @Test
  void oneMissingCellInACubeIsFound() {
    PolicyRule cube = PolicyRule.on(words("g", 300), words("r", 300), words("v", 300));
    List<PolicyRule> held = new ArrayList<>();
    held.add(PolicyRule.on(words("g", 299), cube.resources(), cube.verbs()));
    held.add(PolicyRule.on(cube.apiGroups(), words("r", 299), cube.verbs()));
    held.add(PolicyRule.on(cube.apiGroups(), cube.resources(), words("v", 299)));
    assertThat(refusal(held, cube).orElseThrow())
        .endsWith("held:\n{APIGroups:[\"g299\"], Resources:[\"r299\"], Verbs:[\"v299\"]}");
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    List<PolicyRule> held = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      held.add(PolicyRule.on(without("g", i, 3_000), without("r", i, 30), without("v", i, 30)));
    }
    PolicyRule cube = PolicyRule.on(words("g", 3_000), words("r", 3_000), words("v", 3_000));
    assertThat(refusal(held, cube)).isPresent();
  }

  @Test
  void manyUrlsAgainstManyPatterns() {
    List<String> patterns =
        words("/p", 30_000).stream().map(each -> each + "x".repeat(20) + "*").toList();
    PolicyRule held = PolicyRule.onUrls(patterns, List.of("get"));
    PolicyRule asked =
        PolicyRule.onUrls(patterns.stream().map(each -> each + "/y").toList(), List.of("get"));
    assertThat(refusal(List.of(held), asked)).isEmpty();
  }

  private static Optional<String> refusal(List<PolicyRule> held, PolicyRule asked) {
    var index = new RbacIndex();
    index.put(new ClusterRole(Metadata.named("r"), held, List.of()));
    index.put(
        new ClusterRoleBinding(
            Metadata.named("b"), List.of(Subject.user("tenant")), RoleRef.clusterRole("r")));
    var check = new EscalationCheck(index, new RbacAuthorizer(index));
    return assertTimeoutPreemptively(
        SOON, () -> check.refusal(TENANT, "", List.of(asked), RbacKind.CLUSTER_ROLE));
  }

  /** The same cube, cut along its groups. */
  private static List<PolicyRule> slices(PolicyRule cube, int count) {
    int thick = cube.apiGroups().size() / count;
    return IntStream.range(0, count)
        .mapToObj(i -> cube.apiGroups().subList(i * thick, (i + 1) * thick))
        .map(groups -> PolicyRule.on(groups, cube.resources(), cube.verbs()))
        .toList();
  }

  private static List<String> words(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** A few words that differ from rule to rule. */
  private static List<String> without(String prefix, int one, int count) {
    return IntStream.range(0, Math.min(count, 40))
        .mapToObj(i -> prefix + (one * 31 + i * i * 7) % 3_000)
        .distinct()
        .toList();
  }
}
