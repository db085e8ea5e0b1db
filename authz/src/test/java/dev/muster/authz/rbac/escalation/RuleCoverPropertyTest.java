package dev.muster.authz.rbac.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RandomPolicies;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.UrlPattern;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The oracle asks for every request there is in a small world. */
class RuleCoverPropertyTest {
  private static final User USER = User.of("u");
  private static final List<Attributes> WORLD = world();

  @Property(tries = 2000)
  void whatIsCoveredAllowsNothingNew(
      @ForAll("rules") List<PolicyRule> held, @ForAll("rules") List<PolicyRule> requested) {
    if (RuleCover.missing(held, requested).isEmpty()) {
      assertThat(allowed(requested)).isSubsetOf(allowed(held));
    }
  }

  @Property(tries = 2000)
  void whatIsHeldAndWhatIsMissingTogetherAllowAllThatIsRequested(
      @ForAll("rules") List<PolicyRule> held, @ForAll("rules") List<PolicyRule> requested) {
    var both = new ArrayList<>(held);
    both.addAll(RuleCover.missing(held, requested));
    assertThat(allowed(requested)).isSubsetOf(allowed(both));
    assertThat(RuleCover.missing(both, requested)).isEmpty();
  }

  @Property(tries = 2000)
  void nothingMissingIsHeldAlready(
      @ForAll("rules") List<PolicyRule> held, @ForAll("rules") List<PolicyRule> requested) {
    for (PolicyRule single : RuleCover.missing(held, requested)) {
      for (PolicyRule owned : held) {
        boolean concrete =
            !single.verbs().contains("*")
                && !single.apiGroups().contains("*")
                && single.resources().stream().noneMatch(r -> r.startsWith("*"))
                && single.nonResourceURLs().stream().noneMatch(u -> u.endsWith("*"));
        if (concrete) {
          assertThat(allowed(List.of(owned))).doesNotContainAnyElementsOf(narrowest(single));
        }
      }
    }
  }

  @Property
  void breaksARuleDownToTheSamePermissions(@ForAll("rules") List<PolicyRule> rules) {
    List<PolicyRule> broken = rules.stream().flatMap(rule -> broken(rule).stream()).toList();
    assertThat(allowed(broken)).isEqualTo(allowed(rules));
    assertThat(RuleCover.missing(rules, rules)).isEmpty();
  }

  @Property(tries = 2000)
  void missesExactlyWhatNoHeldRuleCoversByItself(
      @ForAll("rules") List<PolicyRule> held, @ForAll("rules") List<PolicyRule> requested) {
    List<PolicyRule> oneByOne =
        requested.stream()
            .flatMap(rule -> broken(rule).stream())
            .filter(single -> held.stream().noneMatch(owned -> covers(owned, single)))
            .toList();
    assertThat(RuleCover.missing(held, requested)).isEqualTo(oneByOne);
  }

  /** Rules that together mean the same, each with one verb on one resource (and name) or URL. */
  private static List<PolicyRule> broken(PolicyRule rule) {
    return RuleCover.missing(List.of(), List.of(rule));
  }

  /** Kubernetes' own rule for one held rule and one permission. */
  private static boolean covers(PolicyRule owned, PolicyRule single) {
    return covers(owned.verbs(), single.verbs())
        && covers(owned.apiGroups(), single.apiGroups())
        && single.resources().stream().allMatch(wanted -> coversResource(owned, wanted))
        && (owned.resourceNames().isEmpty()
            || !single.resourceNames().isEmpty()
                && owned.resourceNames().containsAll(single.resourceNames()))
        && single.nonResourceURLs().stream()
            .allMatch(
                url ->
                    owned.nonResourceURLs().stream()
                        .anyMatch(pattern -> UrlPattern.matches(pattern, url)));
  }

  private static boolean covers(List<String> owned, List<String> wanted) {
    return owned.contains("*") || owned.containsAll(wanted);
  }

  private static boolean coversResource(PolicyRule owned, String wanted) {
    int slash = wanted.indexOf('/');
    return owned.resources().contains("*")
        || owned.resources().contains(wanted)
        || slash >= 0 && owned.resources().contains("*" + wanted.substring(slash));
  }

  @Provide
  Arbitrary<List<PolicyRule>> rules() {
    return RandomPolicies.rules().list().ofMaxSize(4);
  }

  /** Requests that only this very permission allows: for all names, a name nobody else mentions. */
  private static List<Attributes> narrowest(PolicyRule single) {
    String name =
        single.resourceNames().isEmpty() ? "unheard-of" : single.resourceNames().getFirst();
    return allowed(List.of(single)).stream()
        .filter(a -> !a.resourceRequest() || a.name().equals(name))
        .toList();
  }

  private static List<Attributes> allowed(List<PolicyRule> rules) {
    var index = new RbacIndex();
    index.put(new ClusterRole(Metadata.named("r"), rules, List.of()));
    index.put(
        new ClusterRoleBinding(
            Metadata.named("b"), List.of(Subject.user("u")), RoleRef.clusterRole("r")));
    var authorizer = new RbacAuthorizer(index);
    return WORLD.stream().filter(request -> authorizer.authorize(request).allowed()).toList();
  }

  private static List<Attributes> world() {
    var world = new ArrayList<Attributes>();
    for (String verb : List.of("get", "list", "post", "other")) {
      for (String path : List.of("/", "/x", "/x/", "/x/y", "/xy", "/other")) {
        world.add(Attributes.nonResource(USER, verb, path));
      }
      for (String group : List.of("", "apps", "other")) {
        for (String resource : List.of("pods", "nodes", "other")) {
          for (String subresource : List.of("", "log", "other")) {
            for (String name : List.of("one", "two", "unheard-of")) {
              world.add(
                  Attributes.resource(USER, verb, group, "", resource, subresource, "", name));
            }
          }
        }
      }
    }
    return world;
  }
}
