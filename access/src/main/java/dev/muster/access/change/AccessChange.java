package dev.muster.access.change;

import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Right;
import dev.muster.access.rights.Rights;
import dev.muster.authz.User;
import dev.muster.authz.abac.PolicyLine;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Compares two policies subject by subject. */
public final class AccessChange {
  private final PolicyState before;
  private final PolicyState after;
  private final MissingRights missing = new MissingRights();

  private AccessChange(PolicyState before, PolicyState after) {
    this.before = before;
    this.after = after;
  }

  /** Everyone who gains or loses something, groups first. */
  public static List<SubjectChange> between(RbacSnapshot before, RbacSnapshot after) {
    return between(PolicyState.of(before), PolicyState.of(after));
  }

  /** The same with lines of ABAC, and for users who join or leave groups. */
  public static List<SubjectChange> between(PolicyState before, PolicyState after) {
    return new AccessChange(before, after).changes();
  }

  private List<SubjectChange> changes() {
    List<SubjectChange> changes = new ArrayList<>();
    for (Subject subject : concerned()) {
      Deadline.check();
      Map<String, Set<PolicyRule>> had = rights(before, subject);
      Map<String, Set<PolicyRule>> has = rights(after, subject);
      List<Right> gains = more(had, has);
      List<Right> losses = more(has, had);
      if (!gains.isEmpty() || !losses.isEmpty()) {
        changes.add(new SubjectChange(subject, gains, losses));
      }
    }
    return changes;
  }

  /** Whom a binding names that has changed, or whose role has. */
  private SequencedSet<Subject> concerned() {
    // most bindings name somebody again: whoever is new is put in order at the end
    Set<Subject> concerned = new HashSet<>();
    collect(before.roles(), b -> changed(b, before.roles(), after.roles()), concerned);
    // a binding that stays was looked at already
    collect(after.roles(), b -> !there(b, before.roles()), concerned);
    collect(before.lines(), after.lines(), concerned);
    collect(after.lines(), before.lines(), concerned);
    if (!before.memberships().equals(after.memberships())) {
      before.memberships().keySet().forEach(user -> concerned.add(Subject.user(user)));
      after.memberships().keySet().forEach(user -> concerned.add(Subject.user(user)));
    }
    SequencedSet<Subject> ordered = new TreeSet<>(Grantee.ORDER);
    ordered.addAll(concerned);
    return ordered;
  }

  private static void collect(List<PolicyLine> from, List<PolicyLine> to, Set<Subject> concerned) {
    Set<PolicyLine> there = new HashSet<>(to);
    for (PolicyLine line : from) {
      if (!there.contains(line)) {
        concerned.add(
            line.user().isEmpty() ? Subject.group(line.group()) : Subject.user(line.user()));
      }
    }
  }

  private static void collect(
      RbacSnapshot from, Predicate<AnyBinding> wanted, Set<Subject> concerned) {
    from.forEach(
        object -> {
          if (object instanceof AnyBinding binding && wanted.test(binding)) {
            binding
                .subjects()
                .forEach(
                    subject ->
                        Grantee.standingAlone(subject, binding.namespace())
                            .ifPresent(concerned::add));
          }
        });
  }

  private static boolean changed(AnyBinding binding, RbacSnapshot from, RbacSnapshot to) {
    return !there(binding, to)
        || !from.role(binding.roleRef(), binding.namespace())
            .map(role -> role.rules())
            .equals(to.role(binding.roleRef(), binding.namespace()).map(role -> role.rules()));
  }

  private static boolean there(AnyBinding binding, RbacSnapshot policy) {
    return policy.get(binding.key()).filter(other -> sameBinding(binding, other)).isPresent();
  }

  private static boolean sameBinding(AnyBinding binding, RbacObject other) {
    return other instanceof AnyBinding there
        && there.subjects().equals(binding.subjects())
        && there.roleRef().equals(binding.roleRef());
  }

  private static Map<String, Set<PolicyRule>> rights(PolicyState policy, Subject subject) {
    Map<String, Set<PolicyRule>> byPlace = new TreeMap<>();
    User user = member(policy, alone(subject));
    for (HeldRight held : Rights.distinct(policy.roles(), user)) {
      add(held.right(), byPlace);
    }
    for (PolicyLine line : policy.lines()) {
      // a line for a user of a group is told of the user
      List<String> groups = new ArrayList<>(user.groups());
      if (!line.user().isEmpty()) {
        groups.add(line.group());
      }
      if (AbacRights.concerns(line, user.name(), groups)) {
        AbacRights.of(line).forEach(right -> add(right, byPlace));
      }
    }
    return byPlace;
  }

  private static void add(Right right, Map<String, Set<PolicyRule>> byPlace) {
    // another role says the same
    byPlace.computeIfAbsent(right.where(), where -> new LinkedHashSet<>()).add(right.rule());
  }

  private static User member(PolicyState policy, User user) {
    Set<String> groups = policy.memberships().getOrDefault(user.name(), Set.of());
    return groups.isEmpty() ? user : new User(user.name(), "", List.copyOf(groups), Map.of());
  }

  /** Somebody who is nobody else. */
  private static User alone(Subject subject) {
    return switch (subject.kind()) {
      case Subject.GROUP -> User.of("", subject.name());
      case Subject.SERVICE_ACCOUNT ->
          User.of(new ServiceAccountName(subject.namespace(), subject.name()).userName());
      default -> User.of(subject.name());
    };
  }

  /** What the second has and the first has not; what is gained everywhere is told once. */
  private List<Right> more(Map<String, Set<PolicyRule>> some, Map<String, Set<PolicyRule>> others) {
    Set<PolicyRule> everywhere = some.getOrDefault("", Set.of());
    Set<PolicyRule> now = others.getOrDefault("", Set.of());
    List<Right> more = new ArrayList<>();
    others.forEach(
        (where, rules) -> {
          Set<PolicyRule> held = new LinkedHashSet<>(everywhere);
          if (!where.isEmpty()) {
            held.addAll(now);
            held.addAll(some.getOrDefault(where, Set.of()));
          }
          for (PolicyRule rule : missing.of(held, rules)) {
            more.add(new Right(where, rule));
          }
        });
    return more;
  }
}
