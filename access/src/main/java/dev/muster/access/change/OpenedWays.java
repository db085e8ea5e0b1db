package dev.muster.access.change;

import dev.muster.access.escalation.EscalationPath;
import dev.muster.access.escalation.EscalationPaths;
import dev.muster.access.escalation.EverythingSearch;
import dev.muster.access.escalation.Inventory;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who can come to be somebody who may do anything, and could not before the change.
 *
 * @param ways the shortest way of each
 * @param notes whom nobody looked at
 */
public record OpenedWays(List<Opened> ways, List<String> notes) {
  /** The way of one subject. */
  public record Opened(Subject subject, EscalationPath path) {}

  public OpenedWays {
    ways = List.copyOf(ways);
    notes = List.copyOf(notes);
  }

  /**
   * Looks at everyone whom a binding names afterwards, but for Kubernetes' own parts: {@code
   * system:} names, and the accounts of {@code kube-system}.
   *
   * @param first whom to begin with: those whose rights change
   */
  public static OpenedWays between(
      PolicyState before, PolicyState after, Inventory known, Collection<Subject> first) {
    if (before.equals(after)) {
      return new OpenedWays(List.of(), List.of());
    }
    Set<Subject> named = new HashSet<>();
    after.memberships().keySet().forEach(user -> named.add(Subject.user(user)));
    after
        .roles()
        .forEach(
            object -> {
              if (object instanceof AnyBinding binding) {
                binding
                    .subjects()
                    .forEach(
                        s -> Grantee.standingAlone(s, binding.namespace()).ifPresent(named::add));
              }
            });
    // Kubernetes' own parts are what they are
    named.removeIf(subject -> subject.name().startsWith("system:") || isSystem(subject));
    SequencedSet<Subject> all = new TreeSet<>(Grantee.ORDER);
    all.addAll(named);
    List<Opened> ways = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    EverythingSearch afterwards = new EverythingSearch(after.roles(), known);
    EverythingSearch until = new EverythingSearch(before.roles(), known);
    int looked = 0;
    boolean complete = true;
    SequencedSet<Subject> ordered = new LinkedHashSet<>(first);
    ordered.retainAll(all);
    ordered.addAll(all);
    for (Subject subject : ordered) {
      Deadline.check();
      if (!afterwards.goesOn() || !until.goesOn()) {
        notes.add(
            "ways to become more were looked for of the first "
                + looked
                + " of "
                + all.size()
                + " subjects only");
        break;
      }
      looked++;
      EscalationPaths now = afterwards.of(user(subject, after));
      complete &= now.complete() || now.reachEverything();
      now.everything()
          .filter(path -> !could(before.roles(), user(subject, before), until))
          .ifPresent(path -> ways.add(new Opened(subject, path)));
    }
    if (!complete) {
      notes.add("there is more to follow than can be within reason: more ways may open");
    }
    return new OpenedWays(ways, notes);
  }

  private static boolean isSystem(Subject subject) {
    return subject.namespace().equals("kube-system");
  }

  private static boolean could(RbacSnapshot policy, User user, EverythingSearch search) {
    return isEverything(policy, user) || search.of(user).reachEverything();
  }

  /** Who could do anything has lost by the change, whatever ways there are back. */
  private static boolean isEverything(RbacSnapshot policy, User user) {
    return policy.authorize(Attributes.resource(user, "*", "*", "*", "*", "", "", "")).allowed();
  }

  private static User user(Subject subject, PolicyState policy) {
    return switch (subject.kind()) {
      case Subject.GROUP -> User.of("", subject.name());
      case Subject.SERVICE_ACCOUNT ->
          User.authenticated(new ServiceAccountName(subject.namespace(), subject.name()));
      default -> {
        List<String> groups =
            new ArrayList<>(policy.memberships().getOrDefault(subject.name(), Set.of()));
        groups.add("system:authenticated");
        yield new User(subject.name(), "", groups, Map.of());
      }
    };
  }
}
