package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.Granted;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.escalation.RuleCover;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Bindings, made or changed: of roles that one may bind, and of those whose rights one has, for
 * another as whom one acts.
 */
final class GivingRoles implements Way {
  private final PathSearch search;
  private final BindingLines lines;

  GivingRoles(PathSearch search) {
    this.search = search;
    this.lines = new BindingLines(search);
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    boolean concerned = fact instanceof Granted || fresh.stream().anyMatch(GivingRoles::concerns);
    if (!concerned) {
      return;
    }
    for (Hold create : search.holds(Lever.CREATE_CLUSTER_BINDINGS)) {
      if (create.nameless() && create.scope().isEmpty()) {
        bind(create, "");
      }
    }
    for (Hold create : search.holds(Lever.CREATE_BINDINGS)) {
      if (create.nameless()) {
        for (String namespace : search.candidates().namespaces) {
          search.spend();
          if (create.in(namespace)) {
            bind(create, namespace);
          }
        }
      }
    }
    for (Hold write : search.holds(Lever.WRITE_CLUSTER_BINDINGS)) {
      if (write.scope().isEmpty()) {
        change(write, search.candidates().clusterBindings);
      }
    }
    for (Hold write : search.holds(Lever.WRITE_BINDINGS)) {
      search
          .candidates()
          .bindings
          .forEach(
              (namespace, bindings) -> {
                if (write.in(namespace)) {
                  change(write, bindings);
                }
              });
    }
  }

  private static boolean concerns(Hold hold) {
    return switch (hold.lever()) {
      case CREATE_BINDINGS,
          CREATE_CLUSTER_BINDINGS,
          WRITE_BINDINGS,
          WRITE_CLUSTER_BINDINGS,
          BIND_ROLES,
          BIND_CLUSTER_ROLES ->
          true;
      default -> false;
    };
  }

  private void bind(Hold create, String scope) {
    List<AnyRole> roles = new ArrayList<>(search.candidates().clusterRoles);
    if (!scope.isEmpty()) {
      roles.addAll(search.candidates().roles.getOrDefault(scope, List.of()));
    }
    for (AnyRole role : roles) {
      // whoever can have everything there has no use for less
      if (role.rules().stream().anyMatch(Fact::isEverything)
          && offer(create, scope, role, lines.create(scope, role.key()))) {
        return;
      }
    }
    for (AnyRole role : roles) {
      offer(create, scope, role, lines.create(scope, role.key()));
    }
  }

  private void change(Hold write, List<AnyBinding> bindings) {
    for (AnyBinding binding : bindings) {
      search.spend();
      if (write.of(binding.name())) {
        Optional<AnyRole> role = search.policy.role(binding.roleRef(), binding.namespace());
        if (role.isPresent()) {
          offer(write, binding.namespace(), role.get(), lines.change(binding, role.get().key()));
        } else {
          changeDangling(write, binding);
        }
      }
    }
  }

  /** Of a role that is not there yet, who may bind it. */
  private void changeDangling(Hold write, AnyBinding binding) {
    RbacKey role = Candidates.role(binding);
    mayBind(write, binding.namespace(), role)
        .ifPresent(
            facts ->
                search.offer(
                    new Granted(binding.namespace(), role, List.of()),
                    facts,
                    List.of(step(lines.change(binding, role), facts))));
  }

  private EscalationStep step(BindingLines.Line line, Set<Fact> premises) {
    return new EscalationStep(line.sentence(), line.command(actor(premises, search.self())));
  }

  /** Whether it may be bound there. */
  private boolean offer(Hold write, String scope, AnyRole role, BindingLines.Line line) {
    search.spend();
    Granted becomes = new Granted(scope, role.key(), role.rules());
    if (search.has(becomes)) {
      return true;
    }
    Optional<Set<Fact>> premises = bindable(write, scope, role);
    premises.ifPresent(facts -> search.offer(becomes, facts, List.of(step(line, facts))));
    return premises.isPresent();
  }

  static Fact actor(Set<Fact> premises, Fact otherwise) {
    return premises.stream().filter(Acting.class::isInstance).findFirst().orElse(otherwise);
  }

  /** What it takes that whoever writes a binding may bind the role there. */
  private Optional<Set<Fact>> bindable(Hold write, String scope, AnyRole role) {
    Optional<Set<Fact>> bound = mayBind(write, scope, role.key());
    if (bound.isPresent()) {
      return bound;
    }
    return isUseful(role) ? held(write, scope, role) : Optional.empty();
  }

  private Optional<Set<Fact>> mayBind(Hold write, String scope, RbacKey role) {
    Lever bind = role.kind() == RbacKind.CLUSTER_ROLE ? Lever.BIND_CLUSTER_ROLES : Lever.BIND_ROLES;
    for (Hold may : search.holds(bind)) {
      if (may.withSameHand(write) && may.in(scope) && may.of(role.name())) {
        return Optional.of(new LinkedHashSet<>(List.of(write.by(), may.by())));
      }
    }
    return Optional.empty();
  }

  /** Rights that one has are given to another only where they are of use to him. */
  private boolean isUseful(AnyRole role) {
    if (search.acting().size() + search.granted().size() < 2) {
      return !search.holds(Lever.ESCALATE_ROLES).isEmpty()
          || !search.holds(Lever.ESCALATE_CLUSTER_ROLES).isEmpty();
    }
    return role.rules().isEmpty()
        || !search.holds(Lever.ESCALATE_ROLES).isEmpty()
        || !search.holds(Lever.ESCALATE_CLUSTER_ROLES).isEmpty()
        || role.rules().stream().anyMatch(GivingRoles::isLever);
  }

  private static boolean isLever(PolicyRule rule) {
    for (Lever lever : Lever.values()) {
      if (lever.in(rule).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private Optional<Set<Fact>> held(Hold write, String scope, AnyRole role) {
    List<Acting> actors =
        write.by() instanceof Acting acting ? List.of(acting) : List.copyOf(search.acting());
    for (Acting actor : actors) {
      search.spend();
      List<PolicyRule> rules = new ArrayList<>();
      for (HeldRole held : search.policy.heldBy(actor.user(), scope)) {
        held.role().ifPresent(r -> rules.addAll(r.rules()));
      }
      Set<Fact> premises = new LinkedHashSet<>(List.of(actor, write.by()));
      search.spend(rules.size());
      if (covers(rules, role)) {
        return Optional.of(premises);
      }
      search.spend(search.granted().size());
      for (Granted granted : search.granted()) {
        if (granted.scope().isEmpty() || granted.scope().equals(scope)) {
          rules.addAll(granted.rules());
          premises.add(granted);
        }
      }
      if (covers(rules, role)) {
        return Optional.of(premises);
      }
    }
    return Optional.empty();
  }

  private static boolean covers(List<PolicyRule> rules, AnyRole role) {
    try {
      return RuleCover.missing(rules, role.rules()).isEmpty();
    } catch (IllegalArgumentException e) {
      return false; // a server refuses what it cannot compare
    }
  }

  static String name(RbacKey role) {
    return role.kind().kind() + " " + GoText.quote(role.name());
  }
}
