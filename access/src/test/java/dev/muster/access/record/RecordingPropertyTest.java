package dev.muster.access.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.access.auditlog.AuditEntry;
import dev.muster.access.auditlog.RequestOutcome;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The recorded roles alone allow what was recorded, and nothing in them can be left out. */
class RecordingPropertyTest {
  private static final User ANN = User.of("ann", "crew");
  private static final RbacSnapshot NOTHING = new RbacIndex().snapshot();

  private static RequestRecording recording(
      List<Attributes> requests, RecordingBounds bounds, RbacSnapshot policy) {
    RequestRecording recording =
        new RequestRecording(RecordedSubject.user("ann"), any -> true, false, bounds, policy);
    for (Attributes request : requests) {
      recording.add(new AuditEntry(ANN, null, "", request, RequestOutcome.ALLOWED, true));
    }
    return recording;
  }

  /** Asked of every request that there is: just what a smaller one implies is allowed as well. */
  @Property(tries = 500)
  void exactlyWhatWasRecordedIsAllowed(@ForAll("recorded") List<Attributes> requests) {
    RbacSnapshot alone =
        snapshot(recording(requests, RecordingBounds.NONE, NOTHING).roles("recorded"));
    for (Attributes request : everything()) {
      boolean expected = requests.stream().anyMatch(done -> implies(done, request));
      assertThat(alone.authorize(request).allowed()).as(request.toString()).isEqualTo(expected);
    }
  }

  /** Whoever may do it everywhere may do it in a namespace, and without a name with any. */
  private static boolean implies(Attributes done, Attributes request) {
    return done.resourceRequest()
        ? request.resourceRequest()
            && done.verb().equals(request.verb())
            && done.apiGroup().equals(request.apiGroup())
            && done.resource().equals(request.resource())
            && done.subresource().equals(request.subresource())
            && (done.namespace().isEmpty() || done.namespace().equals(request.namespace()))
            && (done.name().isEmpty() || done.name().equals(request.name()))
        : !request.resourceRequest()
            && done.verb().equals(request.verb())
            && done.path().equals(request.path());
  }

  @Property(tries = 200)
  void nothingCanBeLeftOut(
      @ForAll("recorded") List<Attributes> requests, @ForAll("bounds") RecordingBounds bounds) {
    List<RbacObject> objects = recording(requests, bounds, NOTHING).roles("recorded");
    assertThat(requests).allMatch(request -> snapshot(objects).authorize(request).allowed());
    for (int i = 0; i < objects.size(); i++) {
      for (List<RbacObject> smaller : smaller(objects, i)) {
        RbacSnapshot less = snapshot(smaller);
        assertThat(requests).anyMatch(request -> !less.authorize(request).allowed());
      }
    }
  }

  /** Without a binding, or without one value of one rule. */
  private static List<List<RbacObject>> smaller(List<RbacObject> objects, int at) {
    List<List<RbacObject>> all = new ArrayList<>();
    if (objects.get(at) instanceof RbacObject.AnyRole role) {
      for (int r = 0; r < role.rules().size(); r++) {
        for (PolicyRule part : parts(role.rules().get(r))) {
          List<PolicyRule> rules = new ArrayList<>(role.rules());
          rules.set(r, part);
          all.add(with(objects, at, rules));
        }
      }
    } else {
      List<RbacObject> less = new ArrayList<>(objects);
      less.remove(at);
      all.add(less);
    }
    return all;
  }

  private static List<RbacObject> with(List<RbacObject> objects, int at, List<PolicyRule> rules) {
    List<RbacObject> changed = new ArrayList<>(objects);
    changed.set(
        at,
        switch (objects.get(at)) {
          case Role role -> new Role(role.metadata(), rules);
          case RbacObject other -> new ClusterRole(other.metadata(), rules, List.of());
        });
    return changed;
  }

  private static List<PolicyRule> parts(PolicyRule rule) {
    List<PolicyRule> parts = new ArrayList<>();
    for (String verb : rule.verbs()) {
      parts.add(minus(rule, new PolicyRule(List.of(verb), none(), none(), none(), none())));
    }
    for (String resource : rule.resources()) {
      parts.add(minus(rule, new PolicyRule(none(), none(), List.of(resource), none(), none())));
    }
    for (String url : rule.nonResourceURLs()) {
      parts.add(minus(rule, PolicyRule.onUrls(List.of(url), none())));
    }
    for (String name : rule.resourceNames()) {
      if (rule.resourceNames().size() > 1) { // no name at all would be any name
        parts.add(minus(rule, new PolicyRule(none(), none(), none(), List.of(name), none())));
      }
    }
    return parts;
  }

  private static List<String> none() {
    return List.of();
  }

  private static PolicyRule minus(PolicyRule rule, PolicyRule parts) {
    List<String> names = without(rule.resourceNames(), parts.resourceNames());
    return new PolicyRule(
        without(rule.verbs(), parts.verbs()),
        without(rule.apiGroups(), parts.apiGroups()),
        without(rule.resources(), parts.resources()),
        names,
        without(rule.nonResourceURLs(), parts.nonResourceURLs()));
  }

  private static List<String> without(List<String> some, List<String> others) {
    return some.stream().filter(value -> !others.contains(value)).toList();
  }

  /** All that is told to be of no use is taken away at once, and nobody notices. */
  @Property(tries = 500)
  void whatIsUnusedCanGo(
      @ForAll("policies") List<RbacObject> objects, @ForAll("recorded") List<Attributes> requests) {
    RbacSnapshot policy = snapshot(objects);
    RequestRecording recording = recording(requests, RecordingBounds.NONE, policy);
    List<UnusedGrant> unused = recording.unused(Set.of("crew"));
    RbacSnapshot rest = snapshot(rest(objects, unused));
    for (Attributes request : requests) {
      assertThat(rest.authorize(request).allowed()).isEqualTo(policy.authorize(request).allowed());
    }
    if (requests.isEmpty()) {
      assertThat(unused).allMatch(UnusedGrant::whole);
    }
    assertThat(recording(requests, RecordingBounds.NONE, rest).unused(Set.of("crew"))).isEmpty();
  }

  /** Each binding has a role of its own in these policies. */
  private static List<RbacObject> rest(List<RbacObject> objects, List<UnusedGrant> unused) {
    List<RbacObject> rest = new ArrayList<>();
    for (RbacObject object : objects) {
      if (!(object instanceof ClusterRole role)) {
        rest.add(object);
        continue;
      }
      List<PolicyRule> rules = new ArrayList<>(role.rules());
      for (UnusedGrant grant : unused) {
        if (grant.grant().role().name().equals(role.name())) {
          int last = rules.lastIndexOf(grant.grant().rule());
          if (grant.whole()) {
            rules.remove(last);
          } else {
            rules.set(last, minus(grant.grant().rule(), grant.parts()));
          }
        }
      }
      rest.add(new ClusterRole(role.metadata(), rules, List.of()));
    }
    return rest;
  }

  private static RbacSnapshot snapshot(List<RbacObject> objects) {
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return index.snapshot();
  }

  @Provide
  Arbitrary<RecordingBounds> bounds() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3), Arbitraries.integers().between(1, 4))
        .as(RecordingBounds::new);
  }

  @Provide
  Arbitrary<List<Attributes>> recorded() {
    return Arbitraries.of(everything()).list().ofMaxSize(25);
  }

  private static List<Attributes> everything() {
    List<Attributes> all = new ArrayList<>();
    for (String namespace : List.of("", "a", "b", "c", "d")) {
      for (String verb : List.of("get", "list", "create")) {
        for (String resource : List.of("pods", "secrets")) {
          for (String subresource : List.of("", "log")) {
            for (String name : List.of("", "x", "y")) {
              all.add(
                  Attributes.resource(ANN, verb, "", "v1", resource, subresource, namespace, name));
            }
          }
        }
      }
      all.add(Attributes.resource(ANN, "get", "apps", "v1", "pods", "", namespace, "x"));
    }
    for (String path : List.of("/x", "/x/y", "/healthz")) {
      all.add(Attributes.nonResource(ANN, "get", path));
      all.add(Attributes.nonResource(ANN, "post", path));
    }
    return all;
  }

  @Provide
  Arbitrary<List<RbacObject>> policies() {
    Arbitrary<PolicyRule> onResources =
        Combinators.combine(
                some("get", "list", "*"),
                some("", "apps", "*"),
                some("pods", "pods/log", "*/log", "*"),
                Arbitraries.of("x", "y").list().uniqueElements().ofMaxSize(2))
            .as((v, g, r, n) -> new PolicyRule(v, g, r, n, List.of()));
    Arbitrary<PolicyRule> onPaths =
        Combinators.combine(some("get", "*"), some("/x", "/x/*", "*"))
            .as((v, u) -> PolicyRule.onUrls(u, v));
    Arbitrary<List<PolicyRule>> rules =
        Arbitraries.oneOf(onResources, onResources, onPaths).list().ofMinSize(1).ofMaxSize(3);
    Arbitrary<Subject> subjects = Arbitraries.of(Subject.user("ann"), Subject.group("crew"));
    return Combinators.combine(rules, subjects, Arbitraries.of("", "a", "b"))
        .as(RecordingPropertyTest::grant)
        .list()
        .ofMaxSize(4)
        .map(RecordingPropertyTest::numbered);
  }

  private record Granted(List<PolicyRule> rules, Subject subject, String namespace) {}

  private static Granted grant(List<PolicyRule> rules, Subject subject, String namespace) {
    return new Granted(rules, subject, namespace);
  }

  private static List<RbacObject> numbered(List<Granted> all) {
    List<RbacObject> objects = new ArrayList<>();
    for (Granted each : all) {
      String name = "r" + objects.size();
      RoleRef ref = RoleRef.clusterRole(name);
      List<Subject> subjects = List.of(each.subject());
      objects.add(new ClusterRole(Metadata.named(name), each.rules(), List.of()));
      objects.add(
          each.namespace().isEmpty()
              ? new ClusterRoleBinding(Metadata.named(name), subjects, ref)
              : new RoleBinding(Metadata.named(each.namespace(), name), subjects, ref));
    }
    return objects;
  }

  private static Arbitrary<List<String>> some(String... values) {
    return Arbitraries.of(values).list().uniqueElements().ofMinSize(1).ofMaxSize(2);
  }
}
