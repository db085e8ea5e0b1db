package dev.muster.authz.rbac;

import java.util.List;

/** One of the four kinds an RBAC policy consists of. */
public sealed interface RbacObject {

  /** Name, namespace, labels and annotations. */
  Metadata metadata();

  /** What tells it from all others. */
  RbacKey key();

  /** Its name. */
  default String name() {
    return metadata().name();
  }

  /** Its namespace, empty if it is cluster-scoped. */
  default String namespace() {
    return metadata().namespace();
  }

  /** Something that holds rules. */
  sealed interface AnyRole extends RbacObject {
    /** What it allows. */
    List<PolicyRule> rules();
  }

  /** Something that grants a role to subjects. */
  sealed interface AnyBinding extends RbacObject {
    /** Whom it gives the role to. */
    List<Subject> subjects();

    /** The role it gives. */
    RoleRef roleRef();
  }

  /** A role in one namespace. */
  record Role(Metadata metadata, List<PolicyRule> rules) implements AnyRole {
    public Role {
      rules = List.copyOf(rules);
    }

    @Override
    public RbacKey key() {
      return new RbacKey(RbacKind.ROLE, namespace(), name());
    }
  }

  /** {@code aggregation} selects the cluster roles whose rules this one gathers; empty if none. */
  record ClusterRole(
      Metadata metadata, List<PolicyRule> rules, List<AggregationSelector> aggregation)
      implements AnyRole {
    public ClusterRole {
      rules = List.copyOf(rules);
      aggregation = List.copyOf(aggregation);
    }

    @Override
    public RbacKey key() {
      return new RbacKey(RbacKind.CLUSTER_ROLE, "", name());
    }
  }

  /** Gives a role, of its namespace or cluster-scoped, in its namespace. */
  record RoleBinding(Metadata metadata, List<Subject> subjects, RoleRef roleRef)
      implements AnyBinding {
    public RoleBinding {
      subjects = List.copyOf(subjects);
    }

    @Override
    public RbacKey key() {
      return new RbacKey(RbacKind.ROLE_BINDING, namespace(), name());
    }
  }

  /** Gives a cluster-scoped role everywhere. */
  record ClusterRoleBinding(Metadata metadata, List<Subject> subjects, RoleRef roleRef)
      implements AnyBinding {
    public ClusterRoleBinding {
      subjects = List.copyOf(subjects);
    }

    @Override
    public RbacKey key() {
      return new RbacKey(RbacKind.CLUSTER_ROLE_BINDING, "", name());
    }
  }
}
