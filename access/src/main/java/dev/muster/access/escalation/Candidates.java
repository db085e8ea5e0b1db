package dev.muster.access.escalation;

import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.base.ServiceAccountName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whom and what a policy speaks of: all that somebody could become by it. Read once. */
final class Candidates {
  /** Names that are no service accounts'. */
  final TreeSet<String> users = new TreeSet<>();

  final TreeSet<String> groups = new TreeSet<>();

  /** Named by bindings, there or not: impersonating asks for nothing more. */
  final TreeSet<ServiceAccountName> named = new TreeSet<>();

  /** Those that are there, by namespace. */
  final Map<String, TreeSet<ServiceAccountName>> accounts = new TreeMap<>();

  final TreeSet<String> namespaces = new TreeSet<>();
  final List<AnyRole> clusterRoles = new ArrayList<>();
  final List<ClusterRole> gathering = new ArrayList<>();
  final Map<String, List<AnyRole>> roles = new TreeMap<>();
  final List<AnyBinding> clusterBindings = new ArrayList<>();
  final Map<String, List<AnyBinding>> bindings = new TreeMap<>();

  /** Bindings of roles that are not there. */
  final List<AnyBinding> dangling = new ArrayList<>();

  Candidates(RbacSnapshot policy, Inventory known) {
    groups.add(User.MASTERS);
    policy.forEach(
        object -> {
          switch (object) {
            case AnyBinding binding -> {
              add(binding);
              if (policy.role(binding.roleRef(), binding.namespace()).isEmpty()) {
                dangling.add(binding);
              }
            }
            case AnyRole role -> add(role);
          }
        });
    clusterRoles.sort(Comparator.comparing(AnyRole::key));
    gathering.sort(Comparator.comparing(ClusterRole::key));
    dangling.sort(Comparator.comparing(AnyBinding::key));
    clusterBindings.sort(Comparator.comparing(AnyBinding::key));
    named.forEach(account -> namespaces.add(account.namespace()));
    known.accounts().forEach(account -> namespaces.add(account.namespace()));
    known.pods().forEach(pod -> namespaces.add(pod.account().namespace()));
    known.workloads().forEach(workload -> namespaces.add(workload.namespace()));
    for (ServiceAccountName account : known.accounts().isEmpty() ? named : known.accounts()) {
      namespaces.add(account.namespace());
      add(account);
    }
    // every namespace has one, whoever has listed none
    namespaces.forEach(namespace -> add(new ServiceAccountName(namespace, "default")));
  }

  /** The role that a binding refers to, there or not. */
  static RbacKey role(AnyBinding binding) {
    boolean cluster = binding.roleRef().kind().equals(RoleRef.CLUSTER_ROLE);
    return new RbacKey(
        cluster ? RbacKind.CLUSTER_ROLE : RbacKind.ROLE,
        cluster ? "" : binding.namespace(),
        binding.roleRef().name());
  }

  /** No object has a name that a command would take for a flag. */
  private void add(ServiceAccountName account) {
    if (account.name().startsWith("-")) {
      return;
    }
    accounts.computeIfAbsent(account.namespace(), n -> new TreeSet<>()).add(account);
  }

  private void add(AnyRole role) {
    if (role.key().kind() == RbacKind.CLUSTER_ROLE) {
      clusterRoles.add(role);
    } else {
      namespaces.add(role.namespace());
      roles.computeIfAbsent(role.namespace(), n -> new ArrayList<>()).add(role);
    }
    if (role instanceof ClusterRole cluster && !cluster.aggregation().isEmpty()) {
      gathering.add(cluster);
    }
  }

  private void add(AnyBinding binding) {
    if (binding.namespace().isEmpty()) {
      clusterBindings.add(binding);
    } else {
      namespaces.add(binding.namespace());
      bindings.computeIfAbsent(binding.namespace(), n -> new ArrayList<>()).add(binding);
    }
    for (Subject subject : binding.subjects()) {
      Grantee.standingAlone(subject, binding.namespace()).ifPresent(this::add);
    }
  }

  private void add(Subject subject) {
    switch (subject.kind()) {
      case Subject.GROUP -> groups.add(subject.name());
      case Subject.SERVICE_ACCOUNT ->
          named.add(new ServiceAccountName(subject.namespace(), subject.name()));
      default ->
          ServiceAccountName.of(subject.name())
              .ifPresentOrElse(named::add, () -> users.add(subject.name()));
    }
  }

  /** The accounts that are there, in a namespace. */
  Collection<ServiceAccountName> accountsIn(String namespace) {
    TreeSet<ServiceAccountName> there = accounts.get(namespace);
    return there == null ? List.of() : there;
  }
}
