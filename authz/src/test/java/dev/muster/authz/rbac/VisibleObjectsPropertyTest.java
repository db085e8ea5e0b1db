package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.List;
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
        VisibleObjects seen = policy.visibleTo(user, verb, "", resource);
        for (String namespace : NAMESPACES) {
          for (String name : NAMES) {
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
    return index.snapshot().visibleTo(User.of("u"), "list", "", "pods");
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
