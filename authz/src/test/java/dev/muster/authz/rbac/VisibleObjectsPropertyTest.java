package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class VisibleObjectsPropertyTest {
  private static final List<String> NAMESPACES = List.of("", "n", "m", "elsewhere");
  private static final List<String> NAMES = List.of("one", "two", "three");

  @Property(tries = 1000)
  void sameAsAskingForEveryObject(
      @ForAll("objects") List<RbacObject> objects, @ForAll("users") User user) {
    var index = new RbacIndex();
    index.replaceAll(objects);
    RbacSnapshot policy = index.snapshot();
    for (String verb : List.of("list", "watch")) {
      for (String resource : List.of("pods", "nodes")) {
        VisibleObjects seen = policy.visibleTo(user, verb, "", resource, "");
        for (String namespace : NAMESPACES) {
          VisibleObjects there = policy.visibleTo(user, verb, "", resource, namespace);
          for (String name : NAMES) {
            assertThat(there.sees(namespace, name)).isEqualTo(seen.sees(namespace, name));
            boolean asked =
                allows(policy, user, verb, resource, namespace, "")
                    || allows(policy, user, verb, resource, namespace, name)
                    || isNamedForGet(policy, user, resource, namespace, name);
            assertThat(seen.sees(namespace, name))
                .as("%s %s %s/%s", verb, resource, namespace, name)
                .isEqualTo(asked);
          }
          assertThat(seen.seesAllIn(namespace))
              .isEqualTo(allows(policy, user, verb, resource, namespace, ""));
        }
      }
    }
  }

  @Property(tries = 500)
  void theDifferenceLacksNothing(
      @ForAll("objects") List<RbacObject> some,
      @ForAll("objects") List<RbacObject> others,
      @ForAll("users") User user) {
    VisibleObjects one = visible(some, user);
    VisibleObjects other = visible(others, user);
    VisibleObjects left = one.without(other);
    for (String namespace : NAMESPACES) {
      for (String name : NAMES) {
        boolean lacks = one.sees(namespace, name) && !other.sees(namespace, name);
        assertThat(left.sees(namespace, name) || !lacks).as(namespace + "/" + name).isTrue();
        assertThat(one.sees(namespace, name) || !left.sees(namespace, name)).isTrue();
      }
    }
    assertThat(one.without(one)).isEqualTo(VisibleObjects.NONE);
  }

  private static VisibleObjects visible(List<RbacObject> objects, User user) {
    var index = new RbacIndex();
    index.replaceAll(objects);
    return index.snapshot().visibleTo(user, "list", "", "pods", "");
  }

  /** Whoever may write roles in a namespace may write such a one, and bind it to everybody. */
  @Example
  void aNamespaceThatNamesTooMuchTakesNothingFromOthers() {
    var index = new RbacIndex();
    bind(index, "greedy", VisibleObjects.MOST_NAMES + 1);
    bind(index, "modest", 2);
    VisibleObjects seen = index.snapshot().visibleTo(User.of("u"), "list", "", "pods", "");
    assertThat(seen.sees("greedy", "n0")).isFalse();
    assertThat(seen.sees("modest", "n1")).isTrue();
    assertThat(seen.overfull()).containsExactly("greedy");
    assertThat(index.snapshot().visibleTo(User.of("u"), "list", "", "pods", "modest"))
        .isEqualTo(
            VisibleObjects.of(
                false, Set.of(), Set.of(), Map.of("modest", Set.of("n0", "n1")), Set.of()));
  }

  @Example
  void manyNamespacesThatNameMuchTakeNothingFromOthers() {
    var index = new RbacIndex();
    for (int i = 0; i < 7; i++) {
      bind(index, "greedy" + i, VisibleObjects.MOST_NAMES);
    }
    bind(index, "modest", 2);
    VisibleObjects seen = index.snapshot().visibleTo(User.of("u"), "list", "", "pods", "");
    assertThat(seen.sees("modest", "n1")).isTrue();
    assertThat(seen.overfull()).containsExactlyInAnyOrder("greedy0", "greedy1", "greedy2");
    assertThat(seen.size()).isLessThan(VisibleObjects.MOST_NAMES_IN_ALL + 20);
  }

  private static void bind(RbacIndex index, String namespace, int many) {
    List<String> names = IntStream.range(0, many).mapToObj(i -> "n" + i).toList();
    var rule = new PolicyRule(List.of("get"), List.of(""), List.of("pods"), names, List.of());
    index.put(new RbacObject.Role(Metadata.named(namespace, "role"), List.of(rule)));
    index.put(
        new RbacObject.RoleBinding(
            Metadata.named(namespace, "binding"),
            List.of(Subject.user("u")),
            RoleRef.role("role")));
  }

  @Example
  void getWithoutNamesShowsNothing() {
    assertThat(visible(PolicyRule.on(List.of(""), List.of("pods"), List.of("get"))))
        .isEqualTo(VisibleObjects.NONE);
  }

  @Example
  void aNameThatIsEmptyIsOneForCollections() {
    var rule =
        new PolicyRule(List.of("list"), List.of(""), List.of("pods"), List.of(""), List.of());
    assertThat(visible(rule).seesAllIn("n")).isTrue();
  }

  @Example
  void whatIsSaidTwiceIsNoDifference() {
    var named =
        new PolicyRule(List.of("get"), List.of(""), List.of("pods"), List.of("a"), List.of());
    var all = PolicyRule.on(List.of(""), List.of("pods"), List.of("list"));
    assertThat(visible(named, all)).isEqualTo(visible(all));
  }

  private static VisibleObjects visible(PolicyRule... rules) {
    var index = new RbacIndex();
    index.put(new RbacObject.Role(Metadata.named("n", "role"), List.of(rules)));
    index.put(
        new RbacObject.RoleBinding(
            Metadata.named("n", "binding"), List.of(Subject.user("u")), RoleRef.role("role")));
    return index.snapshot().visibleTo(User.of("u"), "list", "", "pods", "");
  }

  private static boolean allows(
      RbacSnapshot policy, User user, String verb, String resource, String namespace, String name) {
    return policy
        .authorize(Attributes.resource(user, verb, "", "v1", resource, "", namespace, name))
        .allowed();
  }

  private static boolean isNamedForGet(
      RbacSnapshot policy, User user, String resource, String namespace, String name) {
    Attributes get = Attributes.resource(user, "get", "", "v1", resource, "", namespace, name);
    return policy.heldBy(user, namespace).stream()
        .flatMap(held -> held.role().stream())
        .flatMap(role -> role.rules().stream())
        .anyMatch(rule -> rule.resourceNames().contains(name) && NaiveRbac.allows(rule, get));
  }

  @Provide
  Arbitrary<List<RbacObject>> objects() {
    return RandomPolicies.objects().list().ofMaxSize(14);
  }

  @Provide
  Arbitrary<User> users() {
    return RandomPolicies.users();
  }
}
