package dev.muster.access.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.access.PolicyException;
import dev.muster.access.auditlog.AuditEntry;
import dev.muster.access.auditlog.RequestOutcome;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests become which roles. */
class RecordingTest {
  private static final User ANN = User.of("ann", "crew", "system:authenticated");

  private final RequestRecording recording = of("ann", false);

  private static RequestRecording of(String user, boolean refused) {
    return new RequestRecording(
        RecordedSubject.user(user),
        any -> true,
        refused,
        RecordingBounds.DEFAULTS,
        new RbacIndex().snapshot());
  }

  private static Attributes get(String resource, String namespace, String name) {
    return Attributes.resource(ANN, "get", "", "v1", resource, "", namespace, name);
  }

  private static AuditEntry entry(Attributes request, RequestOutcome outcome) {
    return new AuditEntry(request.user(), null, "", request, outcome, true);
  }

  private void did(Attributes request) {
    recording.add(entry(request, RequestOutcome.ALLOWED));
  }

  private static List<String> lines(RequestRecording recording) {
    return recording.roles("r").stream()
        .filter(AnyRole.class::isInstance)
        .map(AnyRole.class::cast)
        .flatMap(role -> role.rules().stream().map(rule -> line(role, rule)))
        .toList();
  }

  private static String line(AnyRole role, PolicyRule rule) {
    return role.key().kind().kind() + " " + role.namespace() + rule.compact();
  }

  @Test
  void aRoleForEachNamespaceAndOneForTheCluster() {
    did(get("pods", "shop", "web"));
    did(get("secrets", "shop", "web"));
    did(get("pods", "bank", "api"));
    did(get("nodes", "", "n1"));
    did(Attributes.nonResource(ANN, "get", "/metrics"));
    assertThat(lines(recording))
        .containsExactly(
            "ClusterRole {APIGroups:[\"\"], Resources:[\"nodes\"], ResourceNames:[\"n1\"],"
                + " Verbs:[\"get\"]}",
            "ClusterRole {NonResourceURLs:[\"/metrics\"], Verbs:[\"get\"]}",
            "Role bank{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"api\"],"
                + " Verbs:[\"get\"]}",
            "Role shop{APIGroups:[\"\"], Resources:[\"pods\" \"secrets\"], ResourceNames:[\"web\"],"
                + " Verbs:[\"get\"]}");
  }

  @Test
  void manyNamespacesShareAClusterRoleThatIsBoundInEach() {
    for (String namespace : List.of("a", "b", "c")) {
      did(get("pods", namespace, ""));
    }
    List<RbacObject> roles = recording.roles("r");
    assertThat(roles).hasSize(4);
    assertThat(roles.getFirst()).isInstanceOf(RbacObject.ClusterRole.class);
    assertThat(roles.subList(1, 4)).allMatch(RbacObject.RoleBinding.class::isInstance);
  }

  @Test
  void whatIsRefusedIsNeededOnlyIfOneSaysSo() {
    AuditEntry refusal = entry(get("pods", "shop", "web"), RequestOutcome.REFUSED);
    recording.add(refusal);
    assertThat(recording.roles("r")).isEmpty();
    assertThat(recording.plainNotes())
        .containsExactly("1 refused requests are not counted as needed: --include-refused does");
    RequestRecording all = of("ann", true);
    all.add(refusal);
    assertThat(lines(all)).hasSize(1);
  }

  @Test
  void impersonationIsTheOthersRequestAndTheImpersonatorsRight() {
    User bot =
        new User(
            "system:serviceaccount:ci:bot",
            "",
            List.of("system:serviceaccounts", "system:serviceaccounts:ci", "system:authenticated"),
            Map.of("scopes", List.of("x")));
    AuditEntry entry =
        new AuditEntry(
            ANN, bot, "", get("pods", "shop", "web").as(bot), RequestOutcome.REFUSED, true);
    recording.add(entry);
    assertThat(lines(recording))
        .containsExactly(
            "ClusterRole {APIGroups:[\"authentication.k8s.io\"], Resources:[\"userextras/scopes\"],"
                + " ResourceNames:[\"x\"], Verbs:[\"impersonate\"]}",
            "Role ci{APIGroups:[\"\"], Resources:[\"serviceaccounts\"], ResourceNames:[\"bot\"],"
                + " Verbs:[\"impersonate\"]}");
    RequestRecording of = of("system:serviceaccount:ci:bot", true);
    of.add(entry);
    assertThat(lines(of)).hasSize(1);
  }

  @Test
  void groupsThatWereWantedAreImpersonatedToo() {
    User bob = new User("bob", "7", List.of("ops", "system:authenticated"), Map.of());
    recording.add(
        new AuditEntry(ANN, bob, "", get("pods", "", "").as(bob), RequestOutcome.ALLOWED, true));
    assertThat(lines(recording))
        .containsExactly(
            "ClusterRole {APIGroups:[\"\"], Resources:[\"groups\"], ResourceNames:[\"ops\"],"
                + " Verbs:[\"impersonate\"]}",
            "ClusterRole {APIGroups:[\"\"], Resources:[\"users\"], ResourceNames:[\"bob\"],"
                + " Verbs:[\"impersonate\"]}",
            "ClusterRole {APIGroups:[\"authentication.k8s.io\"], Resources:[\"uids\"],"
                + " ResourceNames:[\"7\"], Verbs:[\"impersonate\"]}");
  }

  @Test
  void aConstrainedImpersonationNeedsItsOwnVerbs() {
    User bob = User.of("bob", "system:authenticated");
    recording.add(
        new AuditEntry(
            ANN,
            bob,
            "impersonate:user-info",
            get("pods", "shop", "web").as(bob),
            RequestOutcome.ALLOWED,
            true));
    assertThat(lines(recording))
        .containsExactly(
            "ClusterRole {APIGroups:[\"authentication.k8s.io\"], Resources:[\"users\"],"
                + " ResourceNames:[\"bob\"], Verbs:[\"impersonate:user-info\"]}",
            "Role shop{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"web\"],"
                + " Verbs:[\"impersonate-on:user-info:get\"]}");
  }

  /** What a rule would take for a pattern, or nobody could apply, is told and left out. */
  @ParameterizedTest
  @CsvSource({"*, get, a", "pods/log, get, a", "pods, *, a", "pods, get, Not_A_Namespace"})
  void aHostileRequestMakesNoWideRule(String resource, String verb, String namespace) {
    did(Attributes.resource(ANN, verb, "", "v1", resource, "", namespace, "x"));
    did(Attributes.resource(ANN, "get", "*", "v1", "pods", "", "a", "x"));
    did(Attributes.nonResource(ANN, "get", "/api*"));
    did(Attributes.nonResource(ANN, "get", "/" + "x".repeat(2_000)));
    did(Attributes.nonResource(ANN, "get", "/\ud800"));
    assertThat(recording.roles("r")).isEmpty();
    assertThat(recording.plainNotes())
        .singleElement()
        .asString()
        .startsWith("5 requests cannot be put into a role");
  }

  @Test
  void tooManyNamespacesAreAllOfThem() {
    for (int i = 0; i < 101; i++) {
      did(get("pods", "n" + i, "web"));
    }
    String rule =
        "{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"web\"], Verbs:[\"get\"]}";
    assertThat(lines(recording)).containsExactly("ClusterRole " + rule);
    assertThat(lines(recording)).hasSize(1);
    assertThat(recording.plainNotes())
        .containsExactly("more than 100 namespaces: \"get\" on \"pods\" everywhere");
  }

  /** Any number of different names are one rule, and that is told. */
  @Test
  void memoryIsBoundedByWhatARuleMayHold() {
    for (int i = 0; i < 150_000; i++) {
      did(get("pods", "shop", "pod-" + i));
    }
    assertThat(lines(recording))
        .containsExactly("Role shop{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\"]}");
    assertThat(recording.plainNotes())
        .containsExactly("more than 100 names: any name for \"get\" on \"pods\" in shop");
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 150_000; i++) {
                did(get("kind" + i, "shop", "x"));
              }
            })
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("narrow it");
  }
}
