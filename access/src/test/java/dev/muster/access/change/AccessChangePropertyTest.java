package dev.muster.access.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.access.rights.Right;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
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

/** What is told of a change equals making it and asking before and after. */
class AccessChangePropertyTest {
  private static final Subject USER = Subject.user("u");
  private static final Subject GROUP = Subject.group("g");
  private static final Subject ACCOUNT = Subject.serviceAccount("n", "s");

  private static User alone(Subject subject) {
    return switch (subject.kind()) {
      case Subject.GROUP -> User.of("nobody in particular", subject.name());
      case Subject.SERVICE_ACCOUNT -> User.of("system:serviceaccount:n:s");
      default -> User.of(subject.name());
    };
  }

  @Property(tries = 1000)
  void everyGainAndLossIsTold(
      @ForAll("policies") List<RbacObject> was,
      @ForAll("policies") List<RbacObject> is,
      @ForAll("requests") Attributes request) {
    RbacSnapshot before = snapshot(was);
    RbacSnapshot after = snapshot(is);
    List<SubjectChange> changes = AccessChange.between(before, after);
    for (Subject subject : List.of(USER, GROUP, ACCOUNT)) {
      Attributes asked = request.as(alone(subject));
      boolean could = before.authorize(asked).allowed();
      boolean can = after.authorize(asked).allowed();
      List<SubjectChange> told =
          changes.stream().filter(change -> change.subject().equals(subject)).toList();
      if (!could && can) {
        assertThat(told).anySatisfy(c -> assertThat(allow(c.gains(), asked)).isTrue());
      }
      if (could && !can) {
        assertThat(told).anySatisfy(c -> assertThat(allow(c.losses(), asked)).isTrue());
      }
    }
  }

  /** A right whose words are taken for a request is had after, and was not before. */
  @Property(tries = 1000)
  void nothingIsToldThatIsNotSo(
      @ForAll("policies") List<RbacObject> was, @ForAll("policies") List<RbacObject> is) {
    RbacSnapshot before = snapshot(was);
    RbacSnapshot after = snapshot(is);
    for (SubjectChange change : AccessChange.between(before, after)) {
      for (Right gain : change.gains()) {
        for (String verb : gain.rule().verbs()) {
          Attributes asked = literally(gain, verb).as(alone(change.subject()));
          assertThat(after.authorize(asked).allowed()).isTrue();
          assertThat(before.authorize(asked).allowed()).isFalse();
        }
      }
      assertThat(change.gains().size() + change.losses().size()).isPositive();
    }
  }

  @Property(tries = 100)
  void nobodyGainsByNoChange(@ForAll("policies") List<RbacObject> policy) {
    assertThat(AccessChange.between(snapshot(policy), snapshot(policy))).isEmpty();
  }

  /** Roles alone are changed without going over the bindings, which nobody is to notice. */
  @Property(tries = 500)
  void thePolicyAfterAChangeIsThatOfAllObjectsTogether(
      @ForAll("policies") List<RbacObject> was,
      @ForAll("policies") List<RbacObject> change,
      @ForAll boolean rolesAlone,
      @ForAll("requests") Attributes request) {
    RbacSnapshot before = snapshot(was);
    List<RbacObject> applied =
        change.stream()
            .filter(each -> !rolesAlone || each instanceof ClusterRole)
            .filter(each -> !rolesAlone || before.get(each.key()).isPresent())
            .toList();
    List<RbacObject> all = new ArrayList<>(was);
    all.addAll(applied);
    RbacSnapshot together = snapshot(all);
    RbacSnapshot after = PolicyAfter.of(before, applied, PolicyAfter.Deed.APPLY);
    assertThat(objects(after)).isEqualTo(objects(together));
    for (Subject subject : List.of(USER, GROUP, ACCOUNT)) {
      Attributes asked = request.as(alone(subject));
      assertThat(after.authorize(asked)).isEqualTo(together.authorize(asked));
      assertThat(after.heldBy(asked.user(), "n")).isEqualTo(together.heldBy(asked.user(), "n"));
    }
  }

  private static Set<RbacObject> objects(RbacSnapshot policy) {
    Set<RbacObject> all = new HashSet<>();
    policy.forEach(all::add);
    return all;
  }

  private static Attributes literally(Right right, String verb) {
    PolicyRule rule = right.rule();
    if (!rule.nonResourceURLs().isEmpty()) {
      return Attributes.nonResource(User.of(""), verb, rule.nonResourceURLs().getFirst());
    }
    String resource = rule.resources().getFirst();
    int slash = resource.indexOf('/');
    return Attributes.resource(
        User.of(""),
        verb,
        rule.apiGroups().getFirst(),
        "v1",
        slash < 0 ? resource : resource.substring(0, slash),
        slash < 0 ? "" : resource.substring(slash + 1),
        right.where(),
        rule.resourceNames().isEmpty() ? "some other" : rule.resourceNames().getFirst());
  }

  private static boolean allow(List<Right> rights, Attributes request) {
    RbacIndex index = new RbacIndex();
    int number = 0;
    Subject whoever = Subject.user(request.user().name());
    for (Right right : rights) {
      String name = "r" + number++;
      index.put(new ClusterRole(Metadata.named(name), List.of(right.rule()), List.of()));
      index.put(
          right.where().isEmpty()
              ? new ClusterRoleBinding(
                  Metadata.named(name), List.of(whoever), RoleRef.clusterRole(name))
              : new RoleBinding(
                  Metadata.named(right.where(), name),
                  List.of(whoever),
                  RoleRef.clusterRole(name)));
    }
    return index.snapshot().authorize(request).allowed();
  }

  private static RbacSnapshot snapshot(List<RbacObject> objects) {
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return index.snapshot();
  }

  @Provide
  Arbitrary<List<RbacObject>> policies() {
    Arbitrary<PolicyRule> onResources =
        Combinators.combine(
                some("get", "list", "*"),
                some("", "apps", "*"),
                some("pods", "pods/log", "*/log", "*"),
                Arbitraries.of("one", "two").list().ofMaxSize(1))
            .as((v, g, r, n) -> new PolicyRule(v, g, r, n, List.of()));
    Arbitrary<PolicyRule> onPaths =
        Combinators.combine(some("get", "*"), some("/x", "/x/*", "*"))
            .as((v, u) -> PolicyRule.onUrls(u, v));
    Arbitrary<List<PolicyRule>> rules =
        Arbitraries.oneOf(onResources, onResources, onPaths).list().ofMinSize(1).ofMaxSize(3);
    Arbitrary<String> names = Arbitraries.of("a", "b", "c");
    Arbitrary<List<Subject>> subjects = Arbitraries.of(USER, GROUP, ACCOUNT).list().ofMaxSize(2);
    Arbitrary<RbacObject> objects =
        Arbitraries.oneOf(
            Combinators.combine(names, rules)
                .as((name, r) -> new ClusterRole(Metadata.named(name), r, List.of())),
            Combinators.combine(names, subjects, names)
                .as(
                    (name, s, role) ->
                        new ClusterRoleBinding(Metadata.named(name), s, RoleRef.clusterRole(role))),
            Combinators.combine(Arbitraries.of("n", "m"), names, subjects, names)
                .as(
                    (namespace, name, s, role) ->
                        new RoleBinding(
                            Metadata.named(namespace, name), s, RoleRef.clusterRole(role))));
    return objects.list().ofMaxSize(10);
  }

  private static Arbitrary<List<String>> some(String... values) {
    return Arbitraries.of(values).list().uniqueElements().ofMinSize(1).ofMaxSize(2);
  }

  @Provide
  Arbitrary<Attributes> requests() {
    Arbitrary<Attributes> resources =
        Combinators.combine(
                Arbitraries.of("get", "list", "create"),
                Arbitraries.of("", "apps", "batch"),
                Arbitraries.of("pods", "nodes"),
                Arbitraries.of("", "log"),
                Arbitraries.of("", "n", "m", "k"),
                Arbitraries.of("", "one", "three"))
            .as(
                (v, g, r, s, ns, name) ->
                    Attributes.resource(User.of(""), v, g, "v1", r, s, ns, name));
    Arbitrary<Attributes> paths =
        Arbitraries.of("/x", "/x/y", "/y").map(p -> Attributes.nonResource(User.of(""), "get", p));
    return Arbitraries.oneOf(resources, resources, paths);
  }
}
