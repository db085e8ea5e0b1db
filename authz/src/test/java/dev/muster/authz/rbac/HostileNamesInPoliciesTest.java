package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names of users, roles and resources that somebody chose to hash alike. */
class HostileNamesInPoliciesTest {
  private static final int MANY = 8_192;

  /** So many for each: a search in an order, not one through all. */
  private static final long FEW = 200;

  /** Counts how often it is compared. */
  private record Counted(String name, AtomicLong comparisons) {
    @Override
    public boolean equals(Object other) {
      comparisons.incrementAndGet();
      return other instanceof Counted counted && counted.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static String alike(int index) {
    StringBuilder out = new StringBuilder();
    for (int bit = 0; bit < 13; bit++) {
      out.append((index >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return out.toString();
  }

  @Test
  void usersThatHashAlikeAreFoundLikeOthers() {
    AtomicLong comparisons = new AtomicLong();
    PersistentMap<Counted, Integer> map = PersistentMap.empty();
    for (int i = 0; i < MANY; i++) {
      map = map.with(new Counted(alike(i), comparisons), i);
    }
    assertThat(comparisons.get()).as("to put them in").isLessThan(FEW * MANY);
    comparisons.set(0);
    for (int i = 0; i < MANY; i++) {
      assertThat(map.get(new Counted(alike(i), comparisons))).isEqualTo(i);
    }
    assertThat(map.get(new Counted(alike(0) + "x", comparisons))).isNull();
    for (int i = 0; i < MANY; i++) {
      map = map.without(new Counted(alike(i), comparisons));
    }
    assertThat(map.size()).isZero();
    assertThat(comparisons.get()).as("to find and remove them").isLessThan(FEW * MANY);
  }

  @Test
  void resourcesThatHashAlikeAreFound() {
    List<List<String>> rules =
        IntStream.range(0, MANY).mapToObj(i -> List.of(alike(i), alike(i) + "/status")).toList();
    ResourceTable table = new ResourceTable(rules);
    for (int i = 0; i < MANY; i++) {
      int hash = alike(i).hashCode();
      assertThat(table.listing(alike(i), "", hash)).containsExactly(i);
      assertThat(table.listing(alike(i), "status", JoinedResource.hash(alike(i), "status")))
          .containsExactly(i);
    }
    assertThat(table.listing("AaAaC#", "", "AaAaC#".hashCode())).isEmpty();
  }

  @Test
  void rulesThatDifferAreNotTakenForOneAnother() {
    RuleSets sets = new RuleSets();
    List<PolicyRule> one = List.of(PolicyRule.on(List.of(""), List.of("Aa"), List.of("get")));
    List<PolicyRule> other = List.of(PolicyRule.on(List.of(""), List.of("BB"), List.of("get")));
    assertThat(one.hashCode()).isEqualTo(other.hashCode());
    assertThat(sets.acquire(one)).isNotSameAs(sets.acquire(other)).isSameAs(sets.acquire(one));
    assertThat(PolicyRule.compare(one, other)).isNegative();
    assertThat(PolicyRule.compare(other, one)).isPositive();
    assertThat(PolicyRule.compare(one, List.copyOf(one))).isZero();
  }

  @Test
  void aSubjectThatIsBoundVeryOftenIsTheSameHoweverItCame() {
    List<RbacObject> bindings = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String namespace = i % 3 == 0 ? "" : "ns" + i % 2;
      RoleRef role = RoleRef.clusterRole("r" + i % 50);
      List<Subject> subjects = List.of(Subject.user("u"), Subject.group("g"), Subject.user("u"));
      bindings.add(
          namespace.isEmpty()
              ? new RbacObject.ClusterRoleBinding(Metadata.named("b" + i * 7 % 300), subjects, role)
              : new RbacObject.RoleBinding(
                  Metadata.named(namespace, "b" + i * 7 % 300), subjects, role));
    }
    RbacIndex together = new RbacIndex();
    together.replaceAll(bindings);
    RbacIndex each = new RbacIndex();
    bindings.forEach(each::put);
    for (String namespace : List.of("", "ns0", "ns1", "ns2")) {
      assertThat(together.snapshot().heldBy(User.of("u", "g"), namespace))
          .isEqualTo(each.snapshot().heldBy(User.of("u", "g"), namespace));
    }
    bindings.forEach(binding -> together.remove(binding.key()));
    assertThat(together.snapshot().heldBy(User.of("u", "g"), "ns1")).isEmpty();
    assertThat(together.snapshot().users().size()).isZero();
  }
}
