package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.List;

/** Does what an explanation says is missing, and nothing else. */
final class Mended {
  private Mended() {}

  static void in(RbacIndex index, NearMiss miss, Attributes request) {
    PolicyRule rule = miss.rule();
    Subject subject = Fix.subject(request.user());
    for (Difference difference : miss.differences()) {
      switch (difference.kind()) {
        case NAMESPACE, SUBJECT -> bind(index, miss, request, subject);
        default -> rule = with(rule, difference.kind(), request);
      }
    }
    index.put(with(miss.role(), rule));
    if (miss.role() instanceof Role local && !local.namespace().equals(request.namespace())) {
      // a role of another namespace: the same one where the request is
      index.put(
          everywhere(request)
              ? new ClusterRole(Metadata.named("mended"), List.of(rule), List.of())
              : new Role(Metadata.named(request.namespace(), local.name()), List.of(rule)));
    }
  }

  private static boolean everywhere(Attributes request) {
    return !request.resourceRequest() || request.namespace().isEmpty();
  }

  private static void bind(RbacIndex index, NearMiss miss, Attributes request, Subject subject) {
    boolean everywhere = everywhere(request);
    RoleRef ref =
        switch (miss.role()) {
          case Role local when everywhere -> RoleRef.clusterRole("mended");
          case Role local -> RoleRef.role(local.name());
          case ClusterRole cluster -> RoleRef.clusterRole(cluster.name());
        };
    index.put(
        everywhere
            ? new ClusterRoleBinding(Metadata.named("mended"), List.of(subject), ref)
            : new RoleBinding(
                Metadata.named(request.namespace(), "mended"), List.of(subject), ref));
  }

  /** Who then asks. */
  static User by(RbacIndex index, Fix fix, User user) {
    return switch (fix) {
      case Fix.JoinGroup join -> {
        List<String> groups = new ArrayList<>(user.groups());
        groups.add(join.group());
        yield new User(user.name(), user.uid(), groups, user.extra());
      }
      case Fix.AddToBinding add -> {
        index.put(with(add.binding(), add.subject()));
        yield user;
      }
    };
  }

  private static AnyBinding with(AnyBinding binding, Subject subject) {
    List<Subject> subjects = new ArrayList<>(binding.subjects());
    subjects.add(subject);
    return switch (binding) {
      case RoleBinding local -> new RoleBinding(local.metadata(), subjects, local.roleRef());
      case ClusterRoleBinding all ->
          new ClusterRoleBinding(all.metadata(), subjects, all.roleRef());
    };
  }

  private static RbacObject with(RbacObject.AnyRole role, PolicyRule rule) {
    return switch (role) {
      case Role local -> new Role(local.metadata(), List.of(rule));
      case ClusterRole cluster -> new ClusterRole(cluster.metadata(), List.of(rule), List.of());
    };
  }

  private static PolicyRule with(PolicyRule old, Difference.Kind kind, Attributes request) {
    return new PolicyRule(
        kind == Difference.Kind.VERB ? and(old.verbs(), request.verb()) : old.verbs(),
        kind == Difference.Kind.API_GROUP
            ? and(old.apiGroups(), request.apiGroup())
            : old.apiGroups(),
        kind == Difference.Kind.RESOURCE
            ? and(old.resources(), Difference.resource(request))
            : old.resources(),
        kind == Difference.Kind.NAME
            ? and(old.resourceNames(), request.name())
            : old.resourceNames(),
        kind == Difference.Kind.URL
            ? and(old.nonResourceURLs(), request.path())
            : old.nonResourceURLs());
  }

  private static List<String> and(List<String> values, String value) {
    List<String> all = new ArrayList<>(values);
    all.add(value);
    return all;
  }
}
