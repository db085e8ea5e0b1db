package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Small worlds in which names collide often: two namespaces, a few users, groups and resources. */
public final class RandomPolicies {
  private static final Arbitrary<String> NAMES = Arbitraries.of("a", "b", "c");
  private static final Arbitrary<String> NAMESPACES = Arbitraries.of("n", "m");

  private RandomPolicies() {}

  public static Arbitrary<PolicyRule> rules() {
    Arbitrary<PolicyRule> onResources =
        Combinators.combine(
                some("get", "list", "*"),
                some("", "apps", "*"),
                some("pods", "pods/log", "nodes", "*/log", "*"),
                Arbitraries.of("one", "two").list().ofMaxSize(2))
            .as(
                (verbs, groups, resources, names) ->
                    new PolicyRule(verbs, groups, resources, names, List.of()));
    Arbitrary<PolicyRule> onUrls =
        Combinators.combine(some("get", "post", "*"), some("/x", "/x/*", "/x*", "/", "*"))
            .as((verbs, urls) -> PolicyRule.onUrls(urls, verbs));
    return Arbitraries.frequencyOf(Tuple.of(4, onResources), Tuple.of(1, onUrls));
  }

  public static Arbitrary<RbacObject> objects() {
    Arbitrary<List<PolicyRule>> rules = rules().list().ofMaxSize(6);
    return Arbitraries.oneOf(
        Combinators.combine(NAMESPACES, NAMES, rules)
            .as((namespace, name, r) -> new Role(Metadata.named(namespace, name), r)),
        Combinators.combine(NAMES, rules)
            .as((name, r) -> new ClusterRole(Metadata.named(name), r, List.of())),
        Combinators.combine(NAMESPACES, NAMES, subjects(), refs())
            .as(
                (namespace, name, subjects, ref) ->
                    new RoleBinding(Metadata.named(namespace, name), subjects, ref)),
        Combinators.combine(NAMES, subjects(), refs())
            .as(
                (name, subjects, ref) ->
                    new ClusterRoleBinding(Metadata.named(name), subjects, ref)));
  }

  public static Arbitrary<User> users() {
    return Combinators.combine(
            Arbitraries.of("u", "v", "system:serviceaccount:n:s", "system:serviceaccount:m:s"),
            Arbitraries.of("g", "h", "i").list().uniqueElements().ofMaxSize(3))
        .as((name, groups) -> new User(name, "", groups, Map.of()));
  }

  public static Arbitrary<Attributes> requests() {
    Arbitrary<Attributes> resources =
        Combinators.combine(
                users(),
                Arbitraries.of("get", "list", "create"),
                Arbitraries.of("", "apps", "batch"),
                Arbitraries.of("pods", "nodes", "pods/log"),
                Arbitraries.of("", "log", "exec"),
                Arbitraries.of("", "n", "m", "k"),
                Arbitraries.of("", "one", "three"))
            .as(
                (user, verb, group, resource, subresource, namespace, name) ->
                    Attributes.resource(
                        user, verb, group, "v1", resource, subresource, namespace, name));
    Arbitrary<Attributes> paths =
        Combinators.combine(
                users(),
                Arbitraries.of("get", "post"),
                Arbitraries.of("/x", "/x/y", "/xy", "/", ""))
            .as(Attributes::nonResource);
    return Arbitraries.frequencyOf(Tuple.of(4, resources), Tuple.of(1, paths));
  }

  private static Arbitrary<List<Subject>> subjects() {
    return Combinators.combine(
            Arbitraries.of(Subject.USER, Subject.GROUP, Subject.SERVICE_ACCOUNT, "Robot"),
            Arbitraries.of("u", "v", "g", "h", "s", "system:serviceaccount:n:s"),
            Arbitraries.of("", "n"))
        .as((kind, name, namespace) -> new Subject(kind, "", name, namespace))
        .list()
        .ofMaxSize(4);
  }

  private static Arbitrary<RoleRef> refs() {
    return Combinators.combine(Arbitraries.of("Role", "ClusterRole", "ClusterRole", "Odd"), NAMES)
        .as((kind, name) -> new RoleRef(RoleRef.API_GROUP, kind, name));
  }

  private static Arbitrary<List<String>> some(String... values) {
    return Arbitraries.of(values).list().ofMinSize(1).ofMaxSize(3);
  }
}
