package dev.muster.authz.rbac.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolicyQuestionsTest {
  private static final User ALICE = User.of("alice", "crew", "system:authenticated");
  private final RbacIndex index = new RbacIndex();

  @BeforeEach
  void load() {
    Subject robot = new Subject(Subject.SERVICE_ACCOUNT, "", "robot", "");
    index.putAll(
        List.of(
            role("dev", "reader", "get", "list"),
            binding("dev", "crew-reads", RoleRef.role("reader"), Subject.group("crew")),
            role("prod", "deleter", "delete"),
            binding("prod", "alice-deletes", RoleRef.role("deleter"), Subject.user("alice")),
            clusterRole("janitor", "delete"),
            binding("dev", "bob-cleans", RoleRef.clusterRole("janitor"), Subject.user("bob")),
            clusterRole("unused", "delete"),
            binding("dev", "dangling", RoleRef.role("gone"), Subject.user("alice")),
            binding("dev", "robots", RoleRef.role("reader"), robot)));
  }

  private static List<PolicyRule> onPods(String... verbs) {
    return List.of(PolicyRule.on(List.of(""), List.of("pods"), List.of(verbs)));
  }

  private static RbacObject role(String namespace, String name, String... verbs) {
    return new RbacObject.Role(Metadata.named(namespace, name), onPods(verbs));
  }

  private static RbacObject clusterRole(String name, String... verbs) {
    return new RbacObject.ClusterRole(Metadata.named(name), onPods(verbs), List.of());
  }

  private static RbacObject binding(String namespace, String name, RoleRef ref, Subject subject) {
    return new RbacObject.RoleBinding(Metadata.named(namespace, name), List.of(subject), ref);
  }

  private static Attributes pods(String verb, String name) {
    return Attributes.resource(ALICE, verb, "", "v1", "pods", "", "dev", name);
  }

  private Explanation why(Attributes request) {
    return new PolicyQuestions(index.snapshot()).why(request);
  }

  @Test
  void anAllowanceNamesBindingRoleAndRule() {
    assertThat(((Explanation.Allowed) why(pods("get", ""))).grants())
        .singleElement()
        .satisfies(
            grant -> {
              assertThat(grant.describe())
                  .isEqualTo("RoleBinding \"crew-reads/dev\" of Role \"reader\" to Group \"crew\"");
              assertThat(grant.rule().verbs()).containsExactly("get", "list");
            });
  }

  @Test
  void aRefusalNamesWhatCameNearestFirst() {
    Explanation.Refused refused = (Explanation.Refused) why(pods("delete", ""));
    assertThat(refused.nearest())
        .extracting(NearMiss::describe)
        .containsExactly(
            "Role \"reader/dev\", bound by RoleBinding \"crew-reads/dev\":"
                + " verb \"delete\" is not in [\"get\" \"list\"]",
            "Role \"deleter/prod\", bound by RoleBinding \"alice-deletes/prod\":"
                + " it counts in namespace \"prod\" only",
            "ClusterRole \"janitor\", bound by RoleBinding \"bob-cleans/dev\":"
                + " it is bound to User \"bob\"",
            "ClusterRole \"unused\": nothing binds it");
    assertThat(refused.problems())
        .containsExactly("RoleBinding \"dangling\" refers to Role \"gone\", which does not exist");
  }

  @Test
  void aRoleThatIsBoundSomewhereIsNotSaidToBeUnbound() {
    index.put(clusterRole("spare", "patch"));
    index.put(binding("prod", "alice-too", RoleRef.clusterRole("spare"), Subject.user("alice")));
    index.put(clusterRole("far", "patch"));
    index.put(binding("prod", "bob-too", RoleRef.clusterRole("far"), Subject.user("bob")));
    assertThat(((Explanation.Refused) why(pods("patch", ""))).nearest())
        .extracting(NearMiss::describe)
        .filteredOn(line -> line.startsWith("ClusterRole \"spare\"") || line.contains("\"far\""))
        .containsExactly(
            "ClusterRole \"spare\", bound by RoleBinding \"alice-too/prod\":"
                + " it counts in namespace \"prod\" only",
            "ClusterRole \"far\": it is bound in other namespaces only, to User \"bob\"");
  }

  @Test
  void whatTheUserHasComesFirstAndWhatTheSystemHasLast() {
    index.put(clusterRole("system:controller:sweeper", "delete"));
    index.put(
        binding(
            "dev", "sweeps", RoleRef.clusterRole("system:controller:sweeper"), Subject.user("s")));
    assertThat(((Explanation.Refused) why(pods("delete", ""))).nearest())
        .extracting(miss -> miss.role().name())
        .containsExactly("reader", "deleter", "janitor", "unused", "system:controller:sweeper");
  }

  @Test
  void whoHasARoleIsSaidOfTheFirstThree() {
    Subject[] crowd = {
      Subject.user("a"), Subject.group("b"), Subject.serviceAccount("dev", "c"), Subject.user("d")
    };
    index.put(
        new RbacObject.RoleBinding(
            Metadata.named("dev", "bob-cleans"), List.of(crowd), RoleRef.clusterRole("janitor")));
    assertThat(((Explanation.Refused) why(pods("delete", ""))).nearest())
        .extracting(NearMiss::describe)
        .contains(
            "ClusterRole \"janitor\", bound by RoleBinding \"bob-cleans/dev\": it is bound to"
                + " User \"a\", Group \"b\", ServiceAccount \"c/dev\" and 1 more");
  }

  /** A role that another gathers is bound where that one is. */
  @Test
  void theRoleThatGathersSpeaksForItsParts() {
    Metadata part = new Metadata("", "view-pods", Map.of("to-view", "true"), Map.of());
    List<RbacObject> gathered =
        List.of(
            new RbacObject.ClusterRole(part, onPods("patch"), List.of()),
            new RbacObject.ClusterRole(
                Metadata.named("view"),
                List.of(),
                List.of(new AggregationSelector(Map.of("to-view", "true"), List.of()))));
    index.putAll(Aggregation.apply(gathered));
    index.put(binding("dev", "views", RoleRef.clusterRole("view"), Subject.user("bob")));
    assertThat(((Explanation.Refused) why(pods("patch", ""))).nearest())
        .extracting(NearMiss::describe)
        .contains(
            "ClusterRole \"view\", bound by RoleBinding \"views/dev\": it is bound to User \"bob\"")
        .noneMatch(line -> line.contains("view-pods"));
  }

  @Test
  void aRefusalTellsWhichBindingsWouldAllowIt() {
    index.put(binding("dev", "ops-clean", RoleRef.clusterRole("janitor"), Subject.group("ops")));
    index.put(
        binding(
            "dev", "all-clean", RoleRef.clusterRole("janitor"), Subject.group("system:masters")));
    assertThat(((Explanation.Refused) why(pods("delete", ""))).fixes())
        .extracting(Fix::describe)
        .containsExactly(
            "add User \"alice\" to RoleBinding \"all-clean/dev\", which gives the one rule of"
                + " ClusterRole \"janitor\"",
            "add User \"alice\" to RoleBinding \"bob-cleans/dev\", which gives the one rule of"
                + " ClusterRole \"janitor\"",
            "add User \"alice\" to RoleBinding \"ops-clean/dev\", which gives the one rule of"
                + " ClusterRole \"janitor\"",
            "let the user be of Group \"ops\", to which RoleBinding \"ops-clean/dev\" gives the one"
                + " rule of ClusterRole \"janitor\"");
  }

  /** Who is refused something is not told to become an administrator. */
  @Test
  void aBindingThatAllowsAnythingIsNoFixAndInANamespaceTheLast() {
    List<String> all = List.of("*");
    index.put(
        new RbacObject.ClusterRole(
            Metadata.named("anything"), List.of(PolicyRule.on(all, all, all)), List.of()));
    index.put(
        new RbacObject.ClusterRoleBinding(
            Metadata.named("admins"),
            List.of(Subject.group("admins")),
            RoleRef.clusterRole("anything")));
    index.put(binding("dev", "a-owner", RoleRef.clusterRole("anything"), Subject.user("bob")));
    assertThat(((Explanation.Refused) why(pods("delete", ""))).fixes())
        .extracting(fix -> fix.binding().name())
        .containsExactly("bob-cleans", "a-owner");
  }

  /** A server asks for these without a name, so that a rule for a name allows nothing. */
  @Test
  void whatHasNoNameIsNotGrantedByName() {
    for (String verb : List.of("create", "deletecollection")) {
      SmallestGrant grant = ((Explanation.Refused) why(pods(verb, "web"))).smallest();
      assertThat(grant.role().rules().getFirst().resourceNames()).isEmpty();
    }
    Attributes token =
        Attributes.resource(ALICE, "create", "", "v1", "serviceaccounts", "token", "dev", "robot");
    assertThat(
            ((Explanation.Refused) why(token)).smallest().role().rules().getFirst().resourceNames())
        .containsExactly("robot");
  }

  @Test
  void aRefusalComesWithTheSmallestGrant() {
    SmallestGrant grant = ((Explanation.Refused) why(pods("delete", "web"))).smallest();
    assertThat(RbacJson.write(grant.role()).at("/metadata").toString())
        .isEqualTo("{\"name\":\"alice-delete-pods\",\"namespace\":\"dev\"}");
    assertThat(grant.role().rules())
        .containsExactly(
            new PolicyRule(
                List.of("delete"), List.of(""), List.of("pods"), List.of("web"), List.of()));
    assertThat(grant.binding().subjects()).containsExactly(Subject.user("alice"));
  }

  @Test
  void aPathIsGrantedByAClusterRole() {
    SmallestGrant grant =
        ((Explanation.Refused) why(Attributes.nonResource(ALICE, "get", "/logs/"))).smallest();
    assertThat(grant.role().rules())
        .containsExactly(PolicyRule.onUrls(List.of("/logs/"), List.of("get")));
    assertThat(grant.binding().namespace()).isEmpty();
  }

  @Test
  void whoCanNamesEverybodyOnce() {
    index.put(binding("dev", "crew-too", RoleRef.role("reader"), Subject.group("crew")));
    List<Grantee> grantees = new PolicyQuestions(index.snapshot()).whoCan(pods("list", ""));
    assertThat(grantees)
        .extracting(Grantee::subject)
        .containsExactly(Subject.group("crew"), Subject.serviceAccount("dev", "robot"));
    assertThat(grantees.getFirst().grants())
        .extracting(RbacGrant::binding)
        .extracting(RbacObject::name)
        .containsExactly("crew-reads", "crew-too");
  }
}
