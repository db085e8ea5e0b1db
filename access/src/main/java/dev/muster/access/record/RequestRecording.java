package dev.muster.access.record;

import dev.muster.access.auditlog.AuditEntry;
import dev.muster.access.change.AccessChange;
import dev.muster.access.change.SubjectChange;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What a subject did, request by request. */
public final class RequestRecording {
  private static final int MOST_GROUPS = 10_000;

  private final RecordedSubject subject;
  private final Predicate<Attributes> scope;
  private final boolean includeRefused;
  private final RecordedNeeds needs;
  private final GrantUse use;
  private final Set<String> groups = new LinkedHashSet<>();
  private long requests;
  private long refused;
  private long undecided;
  private long inexpressible;
  private String firstInexpressible = "";

  /**
   * Begins with nothing.
   *
   * @param scope which requests are of interest
   * @param includeRefused whether what was refused is needed as well
   * @param policy what the subject has
   */
  public RequestRecording(
      RecordedSubject subject,
      Predicate<Attributes> scope,
      boolean includeRefused,
      RecordingBounds bounds,
      RbacSnapshot policy) {
    this.subject = subject;
    this.scope = scope;
    this.includeRefused = includeRefused;
    this.needs = new RecordedNeeds(bounds);
    this.use = new GrantUse(policy);
  }

  /** Takes one request of whomever; of others' nothing is kept. */
  public void add(AuditEntry entry) {
    if (entry.impersonated() != null && subject.is(entry.requestor())) {
      ImpersonationRights.of(entry).forEach(right -> need(right, true));
    }
    if (!subject.is(entry.request().user()) || !scope.test(entry.request())) {
      return;
    }
    requests += entry.ended() ? 1 : 0;
    switch (entry.outcome()) {
      case ALLOWED -> need(entry.request(), true);
      case REFUSED -> {
        refused += entry.ended() ? 1 : 0;
        if (includeRefused) {
          need(entry.request(), false);
        }
      }
      case UNDECIDED -> undecided += entry.ended() ? 1 : 0;
    }
  }

  private void need(Attributes request, boolean allowed) {
    if (!scope.test(request)) {
      return;
    }
    Optional<String> fault = Expressible.fault(request);
    if (fault.isPresent()) {
      if (inexpressible++ == 0) {
        firstInexpressible = fault.get();
      }
      return;
    }
    if (groups.size() < MOST_GROUPS) {
      groups.addAll(request.user().groups());
    }
    needs.add(request);
    if (allowed) {
      use.add(request);
    }
  }

  /** Whose requests these are. */
  public RecordedSubject subject() {
    return subject;
  }

  /** How many requests there were. */
  public long requests() {
    return requests;
  }

  /** How many of them were refused by all authorizers. */
  public long refused() {
    return refused;
  }

  /**
   * What else is to be known about the recorded roles, and what they have to do with the policy.
   */
  public List<String> notes() {
    List<String> notes = plainNotes();
    if (use.notAllowed() > 0) {
      notes.add(use.notAllowed() + " requests were allowed by no role or binding of this policy");
    }
    return notes;
  }

  /** What else is to be known about the recorded roles. */
  public List<String> plainNotes() {
    List<String> notes = new ArrayList<>(needs.notes());
    if (refused > 0 && !includeRefused) {
      notes.add(refused + " refused requests are not counted as needed: --include-refused does");
    }
    if (undecided > 0) {
      notes.add(undecided + " requests came to no decision, and are not counted");
    }
    if (inexpressible > 0) {
      notes.add(
          inexpressible
              + " requests cannot be put into a role: of the first, "
              + firstInexpressible);
    }
    return notes;
  }

  /** The smallest roles, and bindings to the subject. */
  public List<RbacObject> roles(String name) {
    return RecordedPolicy.of(RecordedRules.of(needs), subject.subject(), name);
  }

  /** Rules, and parts of rules, that the subject has and did not use. */
  public List<UnusedGrant> unused(Set<String> moreGroups) {
    return use.unused(user(moreGroups));
  }

  /** From what the subject has to the smallest roles; nothing if it is the same. */
  public List<SubjectChange> change(RbacSnapshot policy, Set<String> moreGroups) {
    RbacIndex recorded = new RbacIndex();
    recorded.replaceAll(roles(subject.roleName()));
    return AccessChange.between(
        HeldPolicy.of(policy, user(moreGroups), subject.subject()), recorded.snapshot());
  }

  private User user(Set<String> moreGroups) {
    if (subject.subject().kind().equals(Subject.GROUP)) {
      // members are in other groups too, which is not this one's doing
      return subject.alone();
    }
    Set<String> all = new LinkedHashSet<>(moreGroups);
    all.addAll(groups);
    return new User(subject.userName(), "", List.copyOf(all), Map.of());
  }
}
