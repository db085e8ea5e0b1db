package dev.muster.authz.rbac.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RandomPolicies;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.Subject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the policy, questions about it are answered as it decides. */
class PolicyQuestionsPropertyTest {
  private static final List<String> NAMES =
      List.of("u", "v", "g", "h", "s", "system:serviceaccount:n:s");

  /** Somebody who is nobody else. */
  private static User alone(Subject subject) {
    return switch (subject.kind()) {
      case Subject.GROUP -> User.of("nobody in particular", subject.name());
      case Subject.USER -> User.of(subject.name());
      default -> User.of("system:serviceaccount:" + subject.namespace() + ":" + subject.name());
    };
  }

  /** Everyone whom a random policy can be about. */
  private static Set<User> everyone() {
    Set<User> all = new HashSet<>();
    for (String name : NAMES) {
      all.add(alone(Subject.user(name)));
      all.add(alone(Subject.group(name)));
      all.add(alone(Subject.serviceAccount("n", name)));
      all.add(alone(Subject.serviceAccount("m", name)));
    }
    return all;
  }

  @Property(tries = 1000)
  void whoCanAgreesWithAskingEachSubject(
      @ForAll("policies") List<RbacObject> policy, @ForAll("requests") Attributes request) {
    RbacSnapshot snapshot = snapshot(policy);
    Set<User> allowed = new HashSet<>(everyone());
    allowed.removeIf(user -> !snapshot.authorize(request.as(user)).allowed());
    Set<User> named = new HashSet<>();
    for (Grantee grantee : new PolicyQuestions(snapshot).whoCan(request)) {
      named.add(alone(grantee.subject()));
    }
    assertThat(named).isEqualTo(allowed);
  }

  @Property(tries = 1000)
  void everyGrantNamedForASubjectAllowsByItself(
      @ForAll("policies") List<RbacObject> policy, @ForAll("requests") Attributes request) {
    for (Grantee grantee : new PolicyQuestions(snapshot(policy)).whoCan(request)) {
      for (RbacGrant grant : grantee.grants()) {
        RbacSnapshot only = snapshot(List.of(grant.binding(), grant.role()));
        assertThat(only.authorize(request.as(alone(grantee.subject()))).allowed()).isTrue();
      }
    }
  }

  @Property(tries = 1000)
  void anAllowanceIsExplainedByWhatAllows(
      @ForAll("policies") List<RbacObject> policy, @ForAll("requests") Attributes request) {
    RbacSnapshot snapshot = snapshot(policy);
    Decision decision = snapshot.authorize(request);
    switch (new PolicyQuestions(snapshot).why(request)) {
      case Explanation.Allowed allowed -> {
        assertThat(((Decision.Allow) decision).by()).isEqualTo(allowed.grants().getFirst());
        for (RbacGrant grant : allowed.grants()) {
          RbacSnapshot only = snapshot(List.of(grant.binding(), grant.role()));
          assertThat(only.authorize(request).allowed()).isTrue();
        }
      }
      case Explanation.Refused refused -> {
        assertThat(decision.allowed()).isFalse();
        assertThat(refused.nearest()).allSatisfy(m -> assertThat(m.differences()).isNotEmpty());
      }
    }
  }

  @Property(tries = 1000)
  void theSmallestGrantAllowsTheRequestAndNothingElse(
      @ForAll("policies") List<RbacObject> policy,
      @ForAll("requests") Attributes request,
      @ForAll("requests") Attributes other) {
    RbacIndex index = new RbacIndex();
    index.replaceAll(policy);
    if (!(new PolicyQuestions(index.snapshot()).why(request)
        instanceof Explanation.Refused refused)) {
      return;
    }
    boolean before = index.snapshot().authorize(other).allowed();
    index.put(refused.smallest().role());
    index.put(refused.smallest().binding());
    assertThat(index.snapshot().authorize(request).allowed()).isTrue();
    if (!isPartOf(request, other)) {
      assertThat(index.snapshot().authorize(other).allowed()).isEqualTo(before);
    }
  }

  /** Whatever a refusal tells is so: who mends it is allowed. */
  @Property(tries = 1000)
  void everyMissMendedAndEveryFixAppliedAllows(
      @ForAll("policies") List<RbacObject> policy, @ForAll("requests") Attributes request) {
    if (!(new PolicyQuestions(snapshot(policy)).why(request)
        instanceof Explanation.Refused refused)) {
      return;
    }
    for (NearMiss miss : refused.nearest()) {
      RbacIndex index = new RbacIndex();
      index.replaceAll(policy);
      Mended.in(index, miss, request);
      assertThat(index.snapshot().authorize(request).allowed()).as(miss.describe()).isTrue();
    }
    for (Fix fix : refused.fixes()) {
      RbacIndex index = new RbacIndex();
      index.replaceAll(policy);
      User user = Mended.by(index, fix, request.user());
      assertThat(index.snapshot().authorize(request.as(user)).allowed())
          .as(fix.describe())
          .isTrue();
    }
  }

  /** Whether whoever may make the first request may make the second one, by the rules of RBAC. */
  private static boolean isPartOf(Attributes request, Attributes other) {
    if (!request.user().name().equals(other.user().name())
        || !request.verb().equals(other.verb())
        || request.resourceRequest() != other.resourceRequest()) {
      return false;
    }
    if (!request.resourceRequest()) {
      return request.path().equals(other.path());
    }
    boolean nameless =
        request.verb().equals("deletecollection")
            || (request.verb().equals("create") && request.subresource().isEmpty());
    boolean name = nameless || request.name().isEmpty() || request.name().equals(other.name());
    boolean place = request.namespace().isEmpty() || request.namespace().equals(other.namespace());
    return name
        && place
        && request.apiGroup().equals(other.apiGroup())
        && Difference.resource(request).equals(Difference.resource(other));
  }

  private static RbacSnapshot snapshot(List<RbacObject> policy) {
    RbacIndex index = new RbacIndex();
    index.replaceAll(policy);
    return index.snapshot();
  }

  @Provide
  Arbitrary<List<RbacObject>> policies() {
    return RandomPolicies.objects().list().ofMaxSize(14);
  }

  @Provide
  Arbitrary<Attributes> requests() {
    return RandomPolicies.requests();
  }
}
