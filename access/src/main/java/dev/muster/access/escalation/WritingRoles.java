package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Granted;
import dev.muster.access.escalation.PathSearch.Bound;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Roles with more rights than one has: those that one has already, or new ones. */
final class WritingRoles implements Way {
  private final PathSearch search;
  private final BindingLines bindings;
  private final RoleSteps steps;

  WritingRoles(PathSearch search) {
    this.search = search;
    this.bindings = new BindingLines(search);
    this.steps = new RoleSteps(search);
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    for (Hold escalate : search.holds(Lever.ESCALATE_CLUSTER_ROLES)) {
      if (escalate.scope().isEmpty()) {
        roles("", escalate, Lever.WRITE_CLUSTER_ROLES, Lever.CREATE_CLUSTER_ROLES);
      }
    }
    for (Hold escalate : search.holds(Lever.ESCALATE_ROLES)) {
      for (String namespace : search.candidates().namespaces) {
        if (escalate.in(namespace)) {
          roles(namespace, escalate, Lever.WRITE_ROLES, Lever.CREATE_ROLES);
        }
      }
    }
  }

  private void roles(String home, Hold escalate, Lever writes, Lever creates) {
    search.spend();
    List<AnyRole> there =
        home.isEmpty()
            ? search.candidates().clusterRoles
            : search.candidates().roles.getOrDefault(home, List.of());
    search.spend(there.size());
    Set<String> taken = new TreeSet<>();
    there.forEach(role -> taken.add(role.name()));
    for (Hold write : search.holds(writes)) {
      if (write.in(home) && write.withSameHand(escalate)) {
        Set<Fact> hands = hands(write, escalate);
        for (AnyRole role : there) {
          search.spend();
          if (write.of(role.name()) && escalate.of(role.name())) {
            change(home, role, hands);
          }
        }
        Hold.name(write, escalate, taken).ifPresent(name -> fill(home, name, creates, hands));
        search.spend(search.candidates().dangling.size());
        for (AnyBinding binding : search.candidates().dangling) {
          String name = binding.roleRef().name();
          if (Candidates.role(binding).equals(key(home, name))
              && write.of(name)
              && escalate.of(name)) {
            fillDangling(home, binding, creates, hands);
          }
        }
      }
    }
    for (Hold create : search.holds(creates)) {
      if (create.in(home)
          && create.nameless()
          && escalate.nameless()
          && create.withSameHand(escalate)) {
        createFull(home, hands(create, escalate), taken);
      }
    }
  }

  private static Set<Fact> hands(Hold... holds) {
    Set<Fact> hands = new LinkedHashSet<>();
    Arrays.stream(holds).forEach(hold -> hands.add(hold.by()));
    return hands;
  }

  /** A role that is there gets all rules, and whoever has it has them. */
  private void change(String home, AnyRole role, Set<Fact> hands) {
    for (Bound bound : search.bound(role.key())) {
      offer(bound.scope(), role.key(), hands, bound.by(), steps.patch(home, role.name(), hands));
    }
    if (home.isEmpty()) {
      for (ClusterRole whole : search.candidates().gathering) {
        if (whole.key().equals(role.key())) {
          continue;
        }
        RoleLabels.gatheredBy(whole)
            .ifPresent(
                labels -> {
                  for (Bound bound : search.bound(whole.key())) {
                    EscalationStep step =
                        steps.patch(home, role.name(), hands, labels, whole.name());
                    offer(bound.scope(), whole.key(), hands, bound.by(), step);
                  }
                });
      }
    }
  }

  private void offer(
      String scope, RbacKey role, Set<Fact> hands, Fact bound, EscalationStep... way) {
    Set<Fact> premises = new LinkedHashSet<>(hands);
    premises.add(bound);
    search.offer(new Granted(scope, role, Fact.EVERYTHING), premises, List.of(way));
  }

  /** A new role without rules may be bound by whoever makes bindings; then it gets all rules. */
  private void fill(String home, String name, Lever creates, Set<Fact> hands) {
    for (Hold create : search.holds(creates)) {
      if (!create.in(home) || !create.nameless()) {
        continue;
      }
      EscalationStep made = steps.create(home, name, create.by(), List.of(), Map.of());
      for (Binding binding : bindable(home)) {
        Set<Fact> premises = new LinkedHashSet<>(hands);
        premises.add(create.by());
        offer(
            binding.scope(),
            key(home, name),
            premises,
            binding.create().by(),
            made,
            steps.bind(home, name, binding.scope(), binding.create().by()),
            steps.patch(home, name, hands));
      }
      if (home.isEmpty()) {
        gathered(name, hands, create.by(), false);
      }
    }
  }

  /** The role of a binding that refers to none, made without rules and then filled. */
  private void fillDangling(String home, AnyBinding binding, Lever creates, Set<Fact> hands) {
    String name = binding.roleRef().name();
    RbacKey key = key(home, name);
    boolean cluster = binding.namespace().isEmpty();
    for (Hold create : search.holds(creates)) {
      if (!create.in(home) || !create.nameless()) {
        continue;
      }
      Set<Fact> premises = new LinkedHashSet<>(hands);
      premises.add(create.by());
      EscalationStep made = steps.create(home, name, create.by(), List.of(), Map.of());
      EscalationStep filled = steps.patch(home, name, hands);
      for (Bound bound : search.bound(key)) {
        offer(bound.scope(), key, premises, bound.by(), made, filled);
      }
      // without rules, whoever changes bindings may add himself
      for (Hold add : search.holds(cluster ? Lever.WRITE_CLUSTER_BINDINGS : Lever.WRITE_BINDINGS)) {
        if (add.in(binding.namespace()) && add.of(binding.name())) {
          BindingLines.Line line = bindings.change(binding, key);
          EscalationStep added = new EscalationStep(line.sentence(), line.command(add.by()));
          offer(binding.namespace(), key, premises, add.by(), made, added, filled);
        }
      }
    }
  }

  /** A new role with all rules, gathered by one that somebody has, or bound by who may. */
  private void createFull(String home, Set<Fact> hands, Set<String> taken) {
    Fact actor = GivingRoles.actor(hands, search.self());
    if (home.isEmpty()) {
      gathered("way-up", hands, actor, true);
    }
    for (AnyBinding binding : search.candidates().dangling) {
      RbacKey key = Candidates.role(binding);
      if (key.equals(key(home, key.name()))) {
        EscalationStep step = steps.create(home, key.name(), actor, Fact.EVERYTHING, Map.of());
        search.bound(key).forEach(b -> offer(b.scope(), key, hands, b.by(), step));
      }
    }
    Lever binds = home.isEmpty() ? Lever.BIND_CLUSTER_ROLES : Lever.BIND_ROLES;
    for (Binding binding : bindable(home)) {
      for (Hold bind : search.holds(binds)) {
        search.spend();
        if (bind.withSameHand(binding.create()) && bind.in(binding.scope())) {
          Hold.name(bind, bind, taken)
              .ifPresent(
                  name -> {
                    Set<Fact> premises = new LinkedHashSet<>(hands);
                    premises.addAll(hands(binding.create(), bind));
                    Fact binder = GivingRoles.actor(hands(binding.create(), bind), search.self());
                    offer(
                        binding.scope(),
                        key(home, name),
                        premises,
                        bind.by(),
                        steps.create(home, name, actor, Fact.EVERYTHING, Map.of()),
                        steps.bind(home, name, binding.scope(), binder));
                  });
        }
      }
    }
  }

  private void gathered(String name, Set<Fact> hands, Fact creator, boolean full) {
    for (ClusterRole whole : search.candidates().gathering) {
      RoleLabels.gatheredBy(whole)
          .ifPresent(
              labels -> {
                for (Bound bound : search.bound(whole.key())) {
                  Set<Fact> premises = new LinkedHashSet<>(hands);
                  premises.add(creator);
                  if (full) {
                    EscalationStep step = steps.create("", name, creator, Fact.EVERYTHING, labels);
                    offer(bound.scope(), whole.key(), premises, bound.by(), step);
                  } else {
                    EscalationStep step = steps.create("", name, creator, List.of(), labels);
                    EscalationStep then = steps.patch("", name, hands, labels, whole.name());
                    offer(bound.scope(), whole.key(), premises, bound.by(), step, then);
                  }
                }
              });
    }
  }

  private record Binding(String scope, Hold create) {}

  /** Where somebody can bind roles of that home. */
  private List<Binding> bindable(String home) {
    List<Binding> all = new ArrayList<>();
    for (Hold create : search.holds(Lever.CREATE_BINDINGS)) {
      for (String namespace : home.isEmpty() ? search.candidates().namespaces : Set.of(home)) {
        search.spend();
        if (create.nameless() && create.in(namespace)) {
          all.add(new Binding(namespace, create));
        }
      }
    }
    if (home.isEmpty()) {
      for (Hold create : search.holds(Lever.CREATE_CLUSTER_BINDINGS)) {
        if (create.nameless() && create.scope().isEmpty()) {
          all.add(new Binding("", create));
        }
      }
    }
    return all;
  }

  private static RbacKey key(String home, String name) {
    return new RbacKey(home.isEmpty() ? RbacKind.CLUSTER_ROLE : RbacKind.ROLE, home, name);
  }
}
