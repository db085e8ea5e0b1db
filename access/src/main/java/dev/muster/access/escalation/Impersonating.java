package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.Granted;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Requests in another's name, with what a server wants for each part of that name. */
final class Impersonating implements Way {
  private static final String AUTHENTICATED = "system:authenticated";
  private static final String UNAUTHENTICATED = "system:unauthenticated";
  private static final String ANONYMOUS = "system:anonymous";

  /** Somebody of whom nobody has heard. */
  private static final String SOMEBODY = "somebody";

  private final PathSearch search;

  Impersonating(PathSearch search) {
    this.search = search;
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    if (fresh.stream().noneMatch(Impersonating::concerns)) {
      return;
    }
    switch (fact) {
      case Acting acting when acting.credential() -> as(acting);
      // a role is given to whoever then impersonates, and that is somebody with a credential
      case Granted role -> credentials().forEach(this::as);
      case Acting acting -> {}
      case Fact.OnNodes nodes -> {}
      case Fact.WindowsAccount account -> {}
    }
  }

  private static boolean concerns(Hold hold) {
    return switch (hold.lever()) {
      case IMPERSONATE_USERS, IMPERSONATE_GROUPS, IMPERSONATE_ACCOUNTS -> true;
      default -> false;
    };
  }

  private Set<Acting> credentials() {
    Set<Acting> all = new LinkedHashSet<>();
    all.add(search.self());
    for (Lever lever :
        List.of(Lever.IMPERSONATE_USERS, Lever.IMPERSONATE_GROUPS, Lever.IMPERSONATE_ACCOUNTS)) {
      for (Hold hold : search.holds(lever)) {
        if (hold.by() instanceof Acting acting && acting.credential()) {
          all.add(acting);
        }
      }
    }
    return all;
  }

  private void as(Acting actor) {
    List<Hold> groupHolds = mine(actor, Lever.IMPERSONATE_GROUPS);
    List<Hold> userHolds = mine(actor, Lever.IMPERSONATE_USERS);
    List<Hold> accountHolds = mine(actor, Lever.IMPERSONATE_ACCOUNTS);
    List<String> groups = new ArrayList<>();
    Set<Fact> groupPremises = new LinkedHashSet<>();
    Set<String> wanted = new TreeSet<>(search.candidates().groups);
    groupHolds.forEach(hold -> wanted.addAll(hold.names()));
    search.spend((long) wanted.size() * (1 + groupHolds.size()));
    for (String group : wanted) {
      // an empty header is none, and who is not authenticated has no use for it
      groupHolds.stream()
          .filter(hold -> hold.of(group) && !group.isEmpty() && !group.equals(UNAUTHENTICATED))
          .findFirst()
          .ifPresent(
              hold -> {
                groups.add(group);
                groupPremises.add(hold.by());
              });
    }
    boolean masters = groups.contains(User.MASTERS);
    Set<String> users = new TreeSet<>();
    for (Hold hold : userHolds) {
      users.addAll(hold.names().isEmpty() ? search.candidates().users : hold.names());
      if (hold.names().isEmpty()) {
        users.add(SOMEBODY);
      }
    }
    search.spend((long) users.size() * (1 + userHolds.size()));
    for (String user : users) {
      userHolds.stream()
          .filter(hold -> hold.of(user) && !user.isEmpty())
          .filter(hold -> ServiceAccountName.of(user).isEmpty())
          .findFirst()
          .ifPresent(hold -> offer(actor, user, alone(user), groups, masters, groupPremises, hold));
    }
    for (Hold hold : accountHolds) {
      for (ServiceAccountName account : accounts(hold)) {
        search.spend();
        offer(
            actor,
            account.userName(),
            User.authenticated(account),
            groups,
            masters,
            groupPremises,
            hold);
      }
    }
  }

  /** Whoever is named: impersonating does not ask whether he is there. */
  private Set<ServiceAccountName> accounts(Hold hold) {
    Set<ServiceAccountName> all = new LinkedHashSet<>();
    for (String namespace :
        hold.scope().isEmpty() ? search.candidates().namespaces : Set.of(hold.scope())) {
      search.spend();
      for (String name : hold.names()) {
        if (!name.isEmpty()) {
          all.add(new ServiceAccountName(namespace, name));
        }
      }
      if (hold.names().isEmpty()) {
        all.addAll(search.candidates().accountsIn(namespace));
      }
    }
    if (hold.names().isEmpty()) {
      search.candidates().named.stream().filter(a -> hold.in(a.namespace())).forEach(all::add);
      search.spend(hold.scope().isEmpty() ? search.candidates().named.size() : 1);
    }
    return all;
  }

  private static User alone(String name) {
    return User.of(name, name.equals(ANONYMOUS) ? UNAUTHENTICATED : AUTHENTICATED);
  }

  private void offer(
      Acting actor,
      String name,
      User alone,
      List<String> groups,
      boolean masters,
      Set<Fact> groupPremises,
      Hold hold) {
    Set<Fact> premises = new LinkedHashSet<>(List.of(actor, hold.by()));
    offer(actor, alone, premises, "");
    if (groups.isEmpty()) {
      return;
    }
    premises.addAll(groupPremises);
    if (masters) {
      User master = new User(name, "", List.of(User.MASTERS, AUTHENTICATED), Map.of());
      offer(actor, master, premises, User.MASTERS);
    } else {
      Set<String> all = new LinkedHashSet<>(groups);
      all.add(name.equals(ANONYMOUS) ? UNAUTHENTICATED : AUTHENTICATED);
      User member = new User(name, "", List.copyOf(all), Map.of());
      offer(actor, member, premises, String.join(", ", groups));
    }
  }

  private void offer(Acting actor, User user, Set<Fact> premises, String groups) {
    Acting becomes = new Acting(user, false);
    String in = groups.isEmpty() ? "" : " in groups " + GoText.quote(groups);
    String line = search.kubectl.line(becomes, actor, "auth whoami");
    search.offer(
        becomes,
        premises,
        List.of(new EscalationStep("send requests as " + GoText.quote(user.name()) + in, line)));
  }

  private List<Hold> mine(Acting actor, Lever lever) {
    return search.holds(lever).stream()
        .filter(hold -> hold.by().equals(actor) || hold.by() instanceof Granted)
        // users and groups have no namespace
        .filter(hold -> lever == Lever.IMPERSONATE_ACCOUNTS || hold.scope().isEmpty())
        .toList();
  }
}
