package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RbacIndexPropertyTest {

  /** An object to be put or removed. */
  record Change(RbacObject object, boolean remove) {}

  @Property(tries = 2000)
  void answersLikeANaiveScanAfterEveryChange(
      @ForAll("changes") List<Change> changes, @ForAll("requests") List<Attributes> requests) {
    var index = new RbacIndex();
    var naive = new NaiveRbac();
    for (Change change : changes) {
      if (change.remove()) {
        index.remove(change.object().key());
        naive.remove(change.object().key());
      } else {
        index.put(change.object());
        naive.put(change.object());
      }
      requests.forEach(request -> check(index.snapshot(), naive, request));
    }
  }

  @Property
  void doesNotDependOnHowItCameAbout(
      @ForAll("changes") List<Change> changes, @ForAll("requests") List<Attributes> requests) {
    var grown = new RbacIndex();
    for (Change change : changes) {
      if (change.remove()) {
        grown.remove(change.object().key());
      } else {
        grown.put(change.object());
      }
    }
    var left = new ArrayList<RbacObject>();
    grown.snapshot().forEach(left::add);
    var fresh = new RbacIndex();
    fresh.put(new RbacObject.ClusterRole(Metadata.named("gone"), List.of(), List.of()));
    fresh.replaceAll(left);
    for (Attributes request : requests) {
      assertThat(fresh.snapshot().authorize(request).reason())
          .isEqualTo(grown.snapshot().authorize(request).reason());
      assertThat(fresh.snapshot().heldBy(request.user(), request.namespace()))
          .isEqualTo(grown.snapshot().heldBy(request.user(), request.namespace()));
    }
  }

  @Property
  void theRolesOfSomebodyAreThoseOfAllPlacesEachOnce(
      @ForAll("changes") List<Change> changes, @ForAll("requests") List<Attributes> requests) {
    var index = new RbacIndex();
    changes.stream().map(Change::object).forEach(index::put);
    RbacSnapshot policy = index.snapshot();
    for (Attributes request : requests) {
      User user = request.user();
      var expected = new ArrayList<HeldRole>(policy.heldBy(user, ""));
      for (String namespace : policy.namespacesOf(user)) {
        policy.heldBy(user, namespace).stream()
            .filter(held -> !held.binding().namespace().isEmpty())
            .forEach(expected::add);
      }
      var seen = new HashSet<String>();
      expected.removeIf(
          held -> !seen.add(held.binding().namespace() + " " + held.binding().roleRef()));
      assertThat(policy.rolesOf(user))
          .extracting(held -> held.binding().key(), HeldRole::role)
          .containsExactlyElementsOf(
              expected.stream().map(held -> tuple(held.binding().key(), held.role())).toList());
    }
  }

  private static void check(RbacSnapshot snapshot, NaiveRbac naive, Attributes request) {
    Set<String> reasons = naive.reasons(request);
    switch (snapshot.authorize(request)) {
      case Decision.Allow allow -> {
        assertThat(reasons).contains(allow.reason());
        RbacGrant grant = (RbacGrant) allow.by();
        assertThat(NaiveRbac.allows(grant.rule(), request)).isTrue();
        assertThat(grant.role().rules()).contains(grant.rule());
      }
      case Decision.NoOpinion none -> {
        assertThat(reasons).isEmpty();
        List<String> problems = List.copyOf(naive.problems(request.user(), request.namespace()));
        String joined = Problems.join(problems.stream().sorted().toList());
        assertThat(sortedParts(none.reason()))
            .isEqualTo(sortedParts(joined.isEmpty() ? "" : "RBAC: " + joined));
      }
      case Decision.Deny deny -> throw new AssertionError("RBAC never denies: " + deny);
    }
  }

  private static List<String> sortedParts(String reason) {
    String bare = reason.replace("RBAC: ", "").replaceAll("^\\[|\\]$", "");
    return List.of(bare.split(", ")).stream().sorted().toList();
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    return Combinators.combine(RandomPolicies.objects(), Arbitraries.of(false, false, false, true))
        .as(Change::new)
        .list()
        .ofMaxSize(14);
  }

  @Provide
  Arbitrary<List<Attributes>> requests() {
    return RandomPolicies.requests().list().ofMinSize(1).ofMaxSize(6);
  }
}
