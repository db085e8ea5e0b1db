package dev.muster.access.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.Granted;
import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.base.ServiceAccountName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/** On small policies the search finds what doing everything finds, and nothing else. */
class EscalationPathsPropertyTest {
  private static final ServiceAccountName A = new ServiceAccountName("n", "a");
  private static final ServiceAccountName B = new ServiceAccountName("m", "b");
  private static final ServiceAccountName N = new ServiceAccountName("n", "default");
  private static final ServiceAccountName M = new ServiceAccountName("m", "default");
  private static final Inventory KNOWN =
      new Inventory(
          Set.of(A, B, N, M),
          List.of(new RunningPod(A, "x", "k", true), new RunningPod(M, "y", "k", false)),
          List.of(new Workload("m", "apps", "deployments", "x")),
          List.of(new TokenSecret(B, "x")),
          Set.of("k"),
          Set.of("m"),
          Optional.empty(),
          Set.of());
  private static final User START = User.of("u", "system:authenticated");

  private static final List<String> ROLES = List.of("r", "s", "w", "x", "g");

  private static final List<ServiceAccountName> NAMED =
      Stream.concat(
              Stream.of(A, B, N, M),
              Stream.of("x", "r", "g")
                  .flatMap(
                      name ->
                          Stream.of(
                              new ServiceAccountName("n", name),
                              new ServiceAccountName("m", name))))
          .toList();

  /** Verbs, group and resource of what leads further. */
  private static final List<String> LEVERS =
      """
      impersonate//users
      impersonate//groups
      impersonate//serviceaccounts
      create//serviceaccounts/token
      create//pods
      create/apps/deployments
      create/batch/jobs
      patch/apps/deployments
      create//pods/exec
      update//pods/ephemeralcontainers
      create//nodes/proxy
      get//secrets
      list//secrets
      create//secrets
      create/R/rolebindings
      update/R/rolebindings
      create/R/clusterrolebindings
      patch/R/clusterrolebindings
      bind/R/roles
      bind/R/clusterroles
      create/R/roles
      update/R/roles
      escalate/R/roles
      create/R/clusterroles
      patch/R/clusterroles
      escalate/R/clusterroles
      create/certificates.k8s.io/certificatesigningrequests
      update/certificates.k8s.io/certificatesigningrequests/approval
      approve/certificates.k8s.io/signers
      get//configmaps
      """
          .lines()
          .toList();

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void theSearchEqualsDoingEverything(@ForAll("policies") List<RbacObject> policy) {
    PathSearch search = new PathSearch(new Ground(snapshot(policy), KNOWN), START);
    EscalationPaths paths = search.run();
    Reach found = Reach.of(search);
    Reach done = Reach.NONE;
    // one choice of each new role is seldom needed: the others are tried only then
    for (int choice = 0; choice < 1 << ROLES.size() && !done.equals(found); choice++) {
      done = done.and(doing(policy, search, choice));
    }
    assertThat(found).as("%s", policy).isEqualTo(done);
    assertThat(paths.reachEverything())
        .isEqualTo(found.everywhere() && !search.isEverything(search.self()));
  }

  private static Reach doing(List<RbacObject> policy, PathSearch search, int choice) {
    Set<String> full = new TreeSet<>(Set.of("way-up"));
    for (int i = 0; i < ROLES.size(); i++) {
      if ((choice >> i & 1) == 1) {
        full.add(ROLES.get(i));
      }
    }
    ExhaustiveSearch doing =
        new ExhaustiveSearch(
            policy,
            START,
            KNOWN,
            List.of("u", "v", "somebody", "x", "r", "g"),
            List.of("g", "x", "r", User.MASTERS),
            NAMED,
            List.of("n", "m"),
            List.of("r", "s", "w", "x", "g", "way-up", "path"),
            full);
    doing.run();
    return Reach.of(doing, search);
  }

  /** What one has come to; who may do anything has come to all of it. */
  private record Reach(
      boolean everywhere, Set<String> names, Set<String> groups, Set<String> places) {
    static final Reach NONE = new Reach(false, Set.of(), Set.of(), Set.of());
    static final Reach ALL = new Reach(true, Set.of(), Set.of(), Set.of());

    static Reach of(PathSearch search) {
      Set<String> names = new TreeSet<>();
      Set<String> groups = new TreeSet<>();
      Set<String> places = new TreeSet<>();
      for (Fact fact : search.reached()) {
        if (search.isEverything(fact)) {
          return ALL;
        }
        switch (fact) {
          case Acting acting -> {
            names.add(acting.user().name());
            groups.addAll(acting.user().groups());
            search.held(acting.user()).stream()
                .filter(held -> held.role().filter(r -> isAll(r.rules())).isPresent())
                .forEach(held -> places.add(held.binding().namespace()));
          }
          case Granted role when isAll(role.rules()) -> places.add(role.scope());
          case Granted role -> {}
          case Fact.OnNodes nodes -> places.add("on nodes");
          case Fact.WindowsAccount account -> places.add("windows");
        }
      }
      names.removeIf(name -> isNobody(search, User.of(name)));
      groups.removeIf(group -> isNobody(search, User.of("", group)));
      return new Reach(false, names, groups, places);
    }

    static Reach of(ExhaustiveSearch doing, PathSearch search) {
      if (doing.everythingIn("")) {
        return ALL;
      }
      Set<String> names = doing.names();
      names.removeIf(name -> isNobody(search, User.of(name)));
      Set<String> groups = doing.groups();
      groups.removeIf(group -> isNobody(search, User.of("", group)));
      Set<String> places = new TreeSet<>(Set.of("n", "m"));
      places.removeIf(place -> !doing.everythingIn(place));
      if (doing.onNodes()) {
        places.add("on nodes");
      }
      return new Reach(false, names, groups, places);
    }

    Reach and(Reach other) {
      return everywhere || other.everywhere
          ? ALL
          : new Reach(
              false,
              join(names, other.names),
              join(groups, other.groups),
              join(places, other.places));
    }

    private static Set<String> join(Set<String> some, Set<String> others) {
      Set<String> all = new TreeSet<>(some);
      all.addAll(others);
      return all;
    }

    private static boolean isAll(List<PolicyRule> rules) {
      return rules.stream().anyMatch(Fact::isEverything);
    }
  }

  /** Whoever has nothing is nobody to become. */
  private static boolean isNobody(PathSearch search, User user) {
    return search.policy.heldBy(user, "").isEmpty() && search.policy.namespacesOf(user).isEmpty();
  }

  /** A way is no list of wishes: each has steps, and the shortest come first. */
  @Property(tries = 300)
  void theShortestComeFirst(@ForAll("policies") List<RbacObject> policy) {
    List<EscalationPath> paths = EscalationPaths.of(snapshot(policy), START, KNOWN).paths();
    assertThat(paths).allSatisfy(path -> assertThat(path.steps()).isNotEmpty());
    assertThat(paths.stream().map(path -> path.steps().size()).toList())
        .isEqualTo(paths.stream().map(path -> path.steps().size()).sorted().toList());
  }

  /** Whom one looked at before changes nothing about the next. */
  @Property(tries = 60)
  void lookingAtManyFindsWhatLookingAtEachAloneFinds(@ForAll("policies") List<RbacObject> policy) {
    RbacSnapshot snapshot = snapshot(policy);
    EverythingSearch many = new EverythingSearch(snapshot, KNOWN);
    for (User user :
        List.of(
            START,
            User.of("v", "system:authenticated"),
            User.of("", "g"),
            User.authenticated(A),
            User.authenticated(B))) {
      EscalationPaths found = many.of(user);
      assertThat(found).isEqualTo(new EverythingSearch(snapshot, KNOWN).of(user));
      EscalationPaths all = EscalationPaths.of(snapshot, user, KNOWN);
      if (found.complete() || found.reachEverything()) {
        assertThat(found.everything().map(path -> path.steps().size()))
            .isEqualTo(all.everything().map(path -> path.steps().size()));
      }
    }
    assertThat(many.goesOn()).isTrue();
  }

  private static RbacSnapshot snapshot(List<RbacObject> policy) {
    RbacIndex index = new RbacIndex();
    index.replaceAll(Aggregation.apply(policy));
    return index.snapshot();
  }

  private static Arbitrary<PolicyRule> rules() {
    Arbitrary<PolicyRule> lever =
        Combinators.combine(
                Arbitraries.of(LEVERS), Arbitraries.of("x", "r", "g").list().ofMaxSize(1))
            .as(
                (line, names) -> {
                  String[] parts = line.split("/", 3);
                  String group = parts[1].equals("R") ? ExhaustiveSearch.RBAC : parts[1];
                  return new PolicyRule(
                      List.of(parts[0]), List.of(group), List.of(parts[2]), names, List.of());
                });
    Arbitrary<PolicyRule> wide =
        Arbitraries.of(
            PolicyRule.on(List.of("*"), List.of("*"), List.of("*")),
            PolicyRule.on(List.of(ExhaustiveSearch.RBAC), List.of("roles"), List.of("*")),
            PolicyRule.on(
                List.of(ExhaustiveSearch.RBAC),
                List.of("clusterroles"),
                List.of("patch", "escalate", "create")),
            PolicyRule.on(
                List.of("certificates.k8s.io"), List.of("*"), List.of("create", "approve")),
            PolicyRule.on(
                List.of(ExhaustiveSearch.RBAC),
                List.of("rolebindings", "clusterroles"),
                List.of("create", "bind")));
    return Arbitraries.frequencyOf(Tuple.of(8, lever), Tuple.of(1, wide));
  }

  @Provide
  Arbitrary<List<RbacObject>> policies() {
    Arbitrary<List<PolicyRule>> rules = rules().list().ofMaxSize(4);
    Arbitrary<String> names = Arbitraries.of("r", "s", "w");
    Arbitrary<String> namespaces = Arbitraries.of("n", "m");
    Arbitrary<List<Subject>> subjects =
        Arbitraries.of(
                Subject.user("u"),
                Subject.user("u"),
                Subject.user("v"),
                Subject.group("g"),
                Subject.serviceAccount("n", "a"),
                Subject.serviceAccount("m", "b"))
            .list()
            .ofMinSize(1)
            .ofMaxSize(2);
    List<AggregationSelector> gather =
        List.of(new AggregationSelector(Map.of("gather", "me"), List.of()));
    Arbitrary<RbacObject> objects =
        Arbitraries.oneOf(
            Combinators.combine(names, rules)
                .as((name, r) -> new ClusterRole(Metadata.named(name), r, List.of())),
            Combinators.combine(names, rules)
                .as((name, r) -> new ClusterRole(Metadata.named(name), r, List.of())),
            Combinators.combine(names, rules)
                .as(
                    (name, r) ->
                        new ClusterRole(
                            Metadata.named(name), r, name.equals("w") ? gather : List.of())),
            Combinators.combine(namespaces, names, rules)
                .as((ns, name, r) -> new Role(Metadata.named(ns, name), r)),
            Combinators.combine(names, subjects, names)
                .as(
                    (name, s, role) ->
                        new ClusterRoleBinding(Metadata.named(name), s, RoleRef.clusterRole(role))),
            Combinators.combine(namespaces, names, subjects, names)
                .as(
                    (ns, name, s, role) ->
                        new RoleBinding(Metadata.named(ns, name), s, RoleRef.role(role))),
            Combinators.combine(namespaces, names, subjects, names)
                .as(
                    (ns, name, s, role) ->
                        new RoleBinding(Metadata.named(ns, name), s, RoleRef.clusterRole(role))));
    return objects.list().ofMinSize(4).ofMaxSize(14);
  }
}
