package dev.muster.access.escalation;

import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.escalation.EscalationCheck;
import dev.muster.authz.rbac.escalation.EscalationVerdict;
import dev.muster.base.ServiceAccountName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Does whatever a server lets anyone do whom one has become, in a real policy that changes by it,
 * until nothing new comes of it. Nothing is shared with the search that it is compared with.
 *
 * <p>There is one choice that shuts out another: a new role has rules from the start, or gets them
 * when it is bound already.
 */
final class ExhaustiveSearch {
  static final String RBAC = "rbac.authorization.k8s.io";
  private static final List<PolicyRule> ALL =
      List.of(PolicyRule.on(List.of("*"), List.of("*"), List.of("*")));

  private record Somebody(User user, boolean credential) {}

  private final RbacIndex index = new RbacIndex();
  private final EscalationCheck check = new EscalationCheck(index, new RbacAuthorizer(index));
  private final Inventory known;
  private final List<String> users;
  private final List<String> groups;
  private final List<ServiceAccountName> named;
  private final List<String> namespaces;
  private final List<String> roleNames;
  private final Set<String> fullAtOnce;
  private final Set<Somebody> all = new LinkedHashSet<>();
  private boolean onNodes;
  private boolean changed;
  private int number;

  ExhaustiveSearch(
      List<RbacObject> policy,
      User start,
      Inventory known,
      List<String> users,
      List<String> groups,
      List<ServiceAccountName> named,
      List<String> namespaces,
      List<String> roleNames,
      Set<String> fullAtOnce) {
    index.replaceAll(Aggregation.apply(policy));
    this.known = known;
    this.users = users;
    this.groups = groups;
    this.named = named;
    this.namespaces = namespaces;
    this.roleNames = roleNames;
    this.fullAtOnce = fullAtOnce;
    all.add(new Somebody(start, true));
  }

  void run() {
    do {
      changed = false;
      for (Somebody somebody : List.copyOf(all)) {
        if (everythingIn("") || somebody.user().groups().contains(User.MASTERS)) {
          return;
        }
        act(somebody);
      }
    } while (changed);
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>();
    all.forEach(s -> names.add(s.user().name()));
    return names;
  }

  Set<String> groups() {
    Set<String> found = new TreeSet<>();
    all.forEach(s -> found.addAll(s.user().groups()));
    return found;
  }

  boolean onNodes() {
    return onNodes;
  }

  /** Somebody may do even what nobody has ever heard of. */
  boolean everythingIn(String namespace) {
    return all.stream()
        .anyMatch(
            s ->
                s.user().groups().contains(User.MASTERS)
                    || may(s.user(), "unheard", "of", "things", "", namespace, ""));
  }

  private void act(Somebody s) {
    User user = s.user();
    if (s.credential()) {
      impersonate(user);
    }
    for (ServiceAccountName account : known.accounts()) {
      String ns = account.namespace();
      if (may(user, "create", "", "serviceaccounts", "token", ns, account.name())) {
        become(User.authenticated(account), true);
      }
      if (makesPods(user, ns) || makesTokenSecrets(ns)) {
        become(User.authenticated(account), true);
      }
      for (Workload w : known.workloads()) {
        if (w.namespace().equals(ns) && writes(user, w.group(), w.resource(), ns, w.name())) {
          become(User.authenticated(account), true);
        }
      }
    }
    for (TokenSecret secret : known.tokens()) {
      if (reads(user, secret.account().namespace(), secret.name())) {
        become(User.authenticated(secret.account()), true);
      }
    }
    for (RunningPod pod : known.pods()) {
      String ns = pod.account().namespace();
      if (may(user, "create", "", "pods", "exec", ns, pod.name())
          || may(user, "update", "", "pods", "ephemeralcontainers", ns, pod.name())
          || may(user, "patch", "", "pods", "ephemeralcontainers", ns, pod.name())
          || may(user, "create", "", "nodes", "proxy", "", pod.node())
          || onNodes) {
        become(User.authenticated(pod.account()), true);
      }
    }
    for (String ns : namespaces) {
      if (!known.restricted().contains(ns) && may(user, "create", "", "pods", "", ns, "")) {
        changed |= !onNodes;
        onNodes = true;
      }
    }
    if (onNodes) {
      known.nodes().forEach(n -> become(node(n), true));
    }
    certificates(user);
    writeRoles(user);
    writeBindings(user);
  }

  private void impersonate(User user) {
    List<User> alone = new ArrayList<>();
    for (String name : users) {
      if (may(user, "impersonate", "", "users", "", "", name)) {
        alone.add(User.of(name, "system:authenticated"));
      }
    }
    for (ServiceAccountName account : named) {
      if (may(
          user, "impersonate", "", "serviceaccounts", "", account.namespace(), account.name())) {
        alone.add(User.authenticated(account));
      }
    }
    alone.forEach(other -> become(other, false));
    for (int some = 1; some < 1 << groups.size(); some++) {
      List<String> chosen = new ArrayList<>();
      for (int i = 0; i < groups.size(); i++) {
        if ((some >> i & 1) == 1) {
          chosen.add(groups.get(i));
        }
      }
      if (chosen.stream().allMatch(g -> may(user, "impersonate", "", "groups", "", "", g))) {
        List<String> with = new ArrayList<>(chosen);
        with.add("system:authenticated");
        alone.forEach(o -> become(new User(o.name(), "", with, Map.of()), false));
      }
    }
  }

  private boolean makesPods(User user, String ns) {
    return may(user, "create", "", "pods", "", ns, "")
        || may(user, "create", "", "replicationcontrollers", "", ns, "")
        || List.of("deployments", "daemonsets", "replicasets", "statefulsets").stream()
            .anyMatch(r -> may(user, "create", "apps", r, "", ns, ""))
        || List.of("jobs", "cronjobs").stream()
            .anyMatch(r -> may(user, "create", "batch", r, "", ns, ""));
  }

  private boolean makesTokenSecrets(String ns) {
    return all.stream().anyMatch(s -> may(s.user(), "create", "", "secrets", "", ns, ""))
        && all.stream()
            .anyMatch(s -> roleNames.stream().anyMatch(name -> reads(s.user(), ns, name)));
  }

  private boolean reads(User user, String ns, String name) {
    return List.of("get", "list", "watch").stream()
        .anyMatch(verb -> may(user, verb, "", "secrets", "", ns, name));
  }

  private boolean writes(User user, String group, String resource, String ns, String name) {
    return may(user, "update", group, resource, "", ns, name)
        || may(user, "patch", group, resource, "", ns, name);
  }

  static User node(String name) {
    return User.of("system:node:" + name, "system:nodes", "system:authenticated");
  }

  private void certificates(User user) {
    String group = "certificates.k8s.io";
    boolean asked =
        all.stream()
            .anyMatch(
                s -> may(s.user(), "create", group, "certificatesigningrequests", "", "", ""));
    boolean approves =
        roleNames.stream()
            .anyMatch(
                n ->
                    may(user, "update", group, "certificatesigningrequests", "approval", "", n)
                        || may(
                            user, "patch", group, "certificatesigningrequests", "approval", "", n));
    if (!asked || !approves) {
      return;
    }
    if (signs(user, "kubernetes.io/kube-apiserver-client-kubelet")) {
      known.nodes().forEach(n -> become(node(n), true));
    }
    if (signs(user, "kubernetes.io/kube-apiserver-client")) {
      List<String> with = new ArrayList<>(groups);
      with.remove(User.MASTERS);
      with.add("system:authenticated");
      users.forEach(name -> become(new User(name, "", with, Map.of()), true));
      named.forEach(a -> become(new User(a.userName(), "", with, Map.of()), true));
    }
  }

  private boolean signs(User user, String signer) {
    return may(user, "approve", "certificates.k8s.io", "signers", "", "", signer)
        || may(user, "approve", "certificates.k8s.io", "signers", "", "", "kubernetes.io/*");
  }

  private void writeRoles(User user) {
    for (String name : roleNames) {
      write(user, new ClusterRole(labelled("", name), ALL, List.of()));
      write(user, new ClusterRole(labelled("", name), List.of(), List.of()));
      for (String ns : namespaces) {
        write(user, new Role(labelled(ns, name), ALL));
        write(user, new Role(labelled(ns, name), List.of()));
      }
    }
  }

  private static Metadata labelled(String namespace, String name) {
    return new Metadata(namespace, name, Map.of("gather", "me"), Map.of());
  }

  private void write(User user, AnyRole role) {
    Optional<AnyRole> old =
        index.snapshot().get(role.key()).map(found -> found instanceof AnyRole r ? r : null);
    String resource = role.key().kind().resource();
    String ns = role.namespace();
    boolean allowed =
        old.isPresent()
            ? writes(user, RBAC, resource, ns, role.name())
            : may(user, "create", RBAC, resource, "", ns, "");
    boolean full = role.rules().equals(ALL);
    // nothing is taken away again
    if (!allowed || (old.isPresent() ? !full : full != fullAtOnce.contains(role.name()))) {
      return;
    }
    String requested = old.isPresent() ? role.name() : "";
    if (check.role(user, ns, requested, role, old) instanceof EscalationVerdict.Permitted
        && !old.map(AnyRole::rules).equals(Optional.of(role.rules()))) {
      put(role);
    }
  }

  private void writeBindings(User user) {
    List<AnyRole> roles = new ArrayList<>();
    List<AnyBinding> bindings = new ArrayList<>();
    index
        .snapshot()
        .forEach(
            object -> {
              switch (object) {
                case AnyRole role -> roles.add(role);
                case AnyBinding binding -> bindings.add(binding);
              }
            });
    for (AnyRole role : roles) {
      boolean cluster = role.key().kind() == RbacKind.CLUSTER_ROLE;
      RoleRef ref = cluster ? RoleRef.clusterRole(role.name()) : RoleRef.role(role.name());
      if (cluster && may(user, "create", RBAC, "clusterrolebindings", "", "", "")) {
        bind(user, new ClusterRoleBinding(Metadata.named("x" + number++), everybody(), ref));
      }
      for (String ns : cluster ? namespaces : List.of(role.namespace())) {
        if (may(user, "create", RBAC, "rolebindings", "", ns, "")) {
          bind(user, new RoleBinding(Metadata.named(ns, "x" + number++), everybody(), ref));
        }
      }
    }
    for (AnyBinding binding : bindings) {
      String ns = binding.namespace();
      if (writes(user, RBAC, binding.key().kind().resource(), ns, binding.name())) {
        Set<Subject> more = new LinkedHashSet<>(binding.subjects());
        more.addAll(everybody());
        bind(
            user,
            ns.isEmpty()
                ? new ClusterRoleBinding(binding.metadata(), List.copyOf(more), binding.roleRef())
                : new RoleBinding(binding.metadata(), List.copyOf(more), binding.roleRef()));
      }
    }
  }

  private List<Subject> everybody() {
    return all.stream().map(s -> Subject.user(s.user().name())).distinct().toList();
  }

  private void bind(User user, AnyBinding binding) {
    Set<RbacKey> same = new LinkedHashSet<>();
    index
        .snapshot()
        .forEach(
            object -> {
              if (object instanceof AnyBinding b
                  && b.namespace().equals(binding.namespace())
                  && b.roleRef().equals(binding.roleRef())
                  && b.subjects().containsAll(binding.subjects())) {
                same.add(b.key());
              }
            });
    if (same.isEmpty()
        && check.binding(user, binding.namespace(), binding)
            instanceof EscalationVerdict.Permitted) {
      put(binding);
    }
  }

  private void put(RbacObject object) {
    index.put(object);
    List<RbacObject> objects = new ArrayList<>();
    index.snapshot().forEach(objects::add);
    index.replaceAll(Aggregation.apply(objects));
    changed = true;
  }

  private void become(User user, boolean credential) {
    changed |= all.add(new Somebody(user, credential));
  }

  private boolean may(
      User user, String verb, String group, String resource, String sub, String ns, String name) {
    return index
        .snapshot()
        .authorize(Attributes.resource(user, verb, group, "v1", resource, sub, ns, name))
        .allowed();
  }
}
