package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The whole policy at one instant. Immutable.
 *
 * <p>A check looks only at what is bound to the user and to the user's groups, in the cluster and
 * in the request's namespace; the number of other bindings does not matter.
 */
public final class RbacSnapshot {
  static final RbacSnapshot EMPTY =
      new RbacSnapshot(
          PersistentMap.empty(), PersistentMap.empty(), PersistentMap.empty(), RoleSlots.EMPTY, 0);

  private final PersistentMap<String, SubjectGrants> users;
  private final PersistentMap<String, SubjectGrants> groups;
  private final PersistentMap<RbacKey, RbacObject> objects;
  private final RoleSlots slots;
  private final int danglingRoles;
  // Racy cache: made when somebody asks about the whole policy.
  private @Nullable RbacOverview overview;

  RbacSnapshot(
      PersistentMap<String, SubjectGrants> users,
      PersistentMap<String, SubjectGrants> groups,
      PersistentMap<RbacKey, RbacObject> objects,
      RoleSlots slots,
      int danglingRoles) {
    this.users = users;
    this.groups = groups;
    this.objects = objects;
    this.slots = slots;
    this.danglingRoles = danglingRoles;
  }

  /** Allows, or has no opinion; cluster-wide grants are preferred over those of the namespace. */
  public Decision authorize(Attributes request) {
    int verb = Verbs.bit(request.verb());
    int exact = JoinedResource.hash(request.resource(), request.subresource());
    int anyParent =
        request.subresource().isEmpty() ? 0 : JoinedResource.hash("*", request.subresource());
    String namespace = request.namespace();
    Decision.Allow local = null;
    List<String> groupNames = request.user().groups();
    for (int i = -1; i < groupNames.size(); i++) {
      SubjectGrants grants =
          i < 0 ? users.get(request.user().name()) : groups.get(groupNames.get(i));
      if (grants == null) {
        continue;
      }
      Decision.Allow global = grants.cluster().find(request, slots, verb, exact, anyParent);
      if (global != null) {
        return global;
      }
      if (local == null && !namespace.isEmpty()) {
        local = grants.in(namespace).find(request, slots, verb, exact, anyParent);
      }
    }
    return local != null ? local : noOpinion(request);
  }

  private Decision noOpinion(Attributes request) {
    if (danglingRoles == 0) {
      return Decision.NoOpinion.SILENT;
    }
    Map<RbacKey, String> cluster = new TreeMap<>();
    Map<RbacKey, String> local = new TreeMap<>();
    collectProblems(users.get(request.user().name()), request.namespace(), cluster, local);
    for (String group : request.user().groups()) {
      collectProblems(groups.get(group), request.namespace(), cluster, local);
    }
    var problems = new ArrayList<>(cluster.values());
    problems.addAll(local.values());
    Collections.sort(problems);
    return problems.isEmpty()
        ? Decision.NoOpinion.SILENT
        : new Decision.NoOpinion("RBAC: " + Problems.join(problems), List.of());
  }

  private void collectProblems(
      @Nullable SubjectGrants grants,
      String namespace,
      Map<RbacKey, String> cluster,
      Map<RbacKey, String> local) {
    if (grants == null) {
      return;
    }
    grants.cluster().forEachMissing(slots, posting -> addProblem(cluster, posting));
    if (!namespace.isEmpty()) {
      grants.in(namespace).forEachMissing(slots, posting -> addProblem(local, posting));
    }
  }

  private static void addProblem(Map<RbacKey, String> problems, Posting posting) {
    problems.put(posting.bindingKey(), RoleProblem.seenByAuthorizer(posting.binding().roleRef()));
  }

  /**
   * Every binding that concerns the user in the namespace (empty for the cluster scope only): first
   * the cluster-wide ones, then the namespace's, each by name.
   */
  public List<HeldRole> heldBy(User user, String namespace) {
    Map<RbacKey, Posting> cluster = new TreeMap<>();
    Map<RbacKey, Posting> local = new TreeMap<>();
    collect(users.get(user.name()), namespace, cluster, local);
    user.groups().forEach(group -> collect(groups.get(group), namespace, cluster, local));
    var held = new ArrayList<HeldRole>(cluster.size() + local.size());
    addAll(held, cluster.values());
    addAll(held, local.values());
    return held;
  }

  /**
   * Every role that counts for the user somewhere, once for each place, with the first binding that
   * gives it there: the cluster's first, then namespace by namespace, each by the binding's name.
   * How many bindings give the same does not matter.
   */
  public List<HeldRole> rolesOf(User user) {
    Map<String, Map<RbacKey, Posting>> places = new TreeMap<>();
    collectRoles(users.get(user.name()), places);
    user.groups().forEach(group -> collectRoles(groups.get(group), places));
    List<HeldRole> held = new ArrayList<>();
    for (Map<RbacKey, Posting> place : places.values()) {
      addAll(held, eachRoleOnce(place.values()));
    }
    return held;
  }

  private static void collectRoles(
      @Nullable SubjectGrants grants, Map<String, Map<RbacKey, Posting>> places) {
    if (grants != null) {
      grants.forEachScope(
          scope -> {
            Map<RbacKey, Posting> place =
                places.computeIfAbsent(scope.scope(), name -> new TreeMap<>());
            scope.forEachReference(posting -> keepFirst(place, posting));
          });
    }
  }

  /** A role that one has in oneself, and as a member of groups. */
  private static List<Posting> eachRoleOnce(Collection<Posting> postings) {
    Set<Object> seen = new HashSet<>();
    return postings.stream()
        .filter(
            posting ->
                seen.add(
                    posting.slot() == RoleDirectory.NOWHERE
                        ? posting.binding().roleRef()
                        : Integer.valueOf(posting.slot())))
        .toList();
  }

  /** Some of what {@link #heldBy} has: the cost does not grow with what is bound. */
  public List<HeldRole> someHeldBy(User user, String namespace, int most) {
    List<Posting> some = new ArrayList<>();
    addSome(users.get(user.name()), namespace, some, most);
    for (int i = 0; i < user.groups().size() && some.size() < most; i++) {
      addSome(groups.get(user.groups().get(i)), namespace, some, most);
    }
    List<HeldRole> held = new ArrayList<>();
    addAll(held, some);
    return held;
  }

  private static void addSome(
      @Nullable SubjectGrants grants, String namespace, List<Posting> some, int most) {
    if (grants != null) {
      if (!namespace.isEmpty()) {
        grants.in(namespace).addFirst(some, most);
      }
      grants.cluster().addFirst(some, most);
    }
  }

  /** The namespaces in which something is bound to the user, by name; others cost nothing. */
  public SequencedSet<String> namespacesOf(User user) {
    TreeSet<String> found = new TreeSet<>();
    SubjectGrants own = users.get(user.name());
    if (own != null) {
      own.forEachNamespace(found::add);
    }
    for (String group : user.groups()) {
      SubjectGrants shared = groups.get(group);
      if (shared != null) {
        shared.forEachNamespace(found::add);
      }
    }
    return found;
  }

  private static void collect(
      @Nullable SubjectGrants grants,
      String namespace,
      Map<RbacKey, Posting> cluster,
      Map<RbacKey, Posting> local) {
    if (grants == null) {
      return;
    }
    grants.cluster().forEach(posting -> keepFirst(cluster, posting));
    if (!namespace.isEmpty()) {
      grants.in(namespace).forEach(posting -> keepFirst(local, posting));
    }
  }

  private static void keepFirst(Map<RbacKey, Posting> found, Posting posting) {
    found.merge(
        posting.bindingKey(), posting, (a, b) -> a.subjectNumber() <= b.subjectNumber() ? a : b);
  }

  private void addAll(List<HeldRole> held, Collection<Posting> postings) {
    for (Posting posting : postings) {
      AnyRole role = slots.get(posting.slot()).source();
      held.add(new HeldRole(posting.binding(), posting.subject(), Optional.ofNullable(role)));
    }
  }

  /**
   * Which objects of a resource a user sees with a verb, list or watch. It costs no more than what
   * is bound to the user and the user's groups.
   *
   * @param namespace where they look; empty for everywhere
   */
  public VisibleObjects visibleTo(
      User user, String verb, String group, String resource, String namespace) {
    Sight sight = new Sight(verb, group, resource, namespace);
    look(sight, users.get(user.name()));
    user.groups().forEach(each -> look(sight, groups.get(each)));
    return sight.seen();
  }

  private void look(Sight sight, @Nullable SubjectGrants grants) {
    if (grants == null) {
      return;
    }
    grants.forEachScope(
        scope ->
            scope.forEachRole(
                slot -> {
                  AnyRole role = slots.get(slot).source();
                  if (role != null) {
                    sight.add(scope.scope(), role);
                  }
                }));
  }

  /** The role a binding in this namespace (empty for a cluster binding) would refer to. */
  public Optional<AnyRole> role(RoleRef ref, String bindingNamespace) {
    return roleKey(ref, bindingNamespace)
        .flatMap(this::get)
        .map(found -> found instanceof AnyRole role ? role : null);
  }

  /** The object of that kind and name, if there is one. */
  public Optional<RbacObject> get(RbacKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Visits every object of the policy, in no particular order. */
  public void forEach(Consumer<RbacObject> visitor) {
    objects.forEach((key, object) -> visitor.accept(object));
  }

  /**
   * The policy with other rules in roles that are there. It costs no more than what there is of
   * roles: bindings refer to them, whatever they say.
   *
   * @throws IllegalArgumentException if one is not there
   */
  public RbacSnapshot withRoles(Collection<? extends AnyRole> changed) {
    Map<RbacKey, AnyRole> byKey = new TreeMap<>();
    PersistentMap<RbacKey, RbacObject> all = objects;
    for (AnyRole role : changed) {
      if (all.get(role.key()) == null) {
        throw new IllegalArgumentException("there is no " + role.key());
      }
      byKey.put(role.key(), role);
      all = all.with(role.key(), role);
    }
    return new RbacSnapshot(users, groups, all, slots.withRoles(byKey), danglingRoles);
  }

  /** The policy by roles; the first one to ask pays for it with a look at every object. */
  public RbacOverview overview() {
    RbacOverview made = overview;
    if (made == null) {
      made = new RbacOverview(this);
      overview = made;
    }
    return made;
  }

  /** How many roles and bindings there are. */
  public int size() {
    return objects.size();
  }

  /** Empty for a kind of reference that cannot exist. */
  static Optional<RbacKey> roleKey(RoleRef ref, String bindingNamespace) {
    return switch (ref.kind()) {
      case RoleRef.ROLE -> Optional.of(new RbacKey(RbacKind.ROLE, bindingNamespace, ref.name()));
      case RoleRef.CLUSTER_ROLE -> Optional.of(new RbacKey(RbacKind.CLUSTER_ROLE, "", ref.name()));
      default -> Optional.empty();
    };
  }

  PersistentMap<String, SubjectGrants> users() {
    return users;
  }

  PersistentMap<String, SubjectGrants> groups() {
    return groups;
  }

  PersistentMap<RbacKey, RbacObject> objects() {
    return objects;
  }

  RoleSlots slots() {
    return slots;
  }
}
