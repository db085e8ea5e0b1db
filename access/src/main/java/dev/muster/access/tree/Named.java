package dev.muster.access.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.views.AccessV1.MutableAccessGrant;
import dev.muster.views.AccessV1.MutablePolicyObjectReference;
import dev.muster.views.RbacV1.ClusterRole;
import java.util.List;

/** Policy objects and rules as answers name them. */
public final class Named {
  private Named() {}

  private static final String BOOTSTRAPPING = "kubernetes.io/bootstrapping";

  /** {@code Role/reader}, with a mark if it is one that every cluster starts with. */
  public static String of(RbacObject object) {
    return object.key().kind().kind() + "/" + object.name() + mark(object);
  }

  /** Behind the name of a role or binding that every cluster starts with. */
  public static String mark(RbacObject object) {
    return builtIn(object) ? " (built-in)" : "";
  }

  private static boolean builtIn(RbacObject object) {
    return "rbac-defaults".equals(object.metadata().labels().get(BOOTSTRAPPING));
  }

  /** What allows something: a binding, its role and the rule. */
  public static ObjectNode tree(RbacGrant grant) {
    MutableAccessGrant allowing = MutableAccessGrant.create();
    allowing.binding().set(tree(grant.binding()));
    allowing.role().set(tree(grant.role()));
    allowing.rule().set(tree(grant.rule()));
    return allowing.tree();
  }

  /** A role or binding by its kind and name. */
  public static ObjectNode tree(RbacObject object) {
    MutablePolicyObjectReference reference = MutablePolicyObjectReference.create();
    reference.kind(object.key().kind().kind()).name(object.name());
    if (!object.namespace().isEmpty()) {
      reference.namespace(object.namespace());
    }
    if (builtIn(object)) {
      reference.builtIn(true);
    }
    return reference.tree();
  }

  /** A rule as a role has it. */
  public static JsonNode tree(PolicyRule rule) {
    AnyRole carrier = new RbacObject.ClusterRole(Metadata.named(""), List.of(rule), List.of());
    return ClusterRole.of(RbacJson.write(carrier)).rules().getFirst().tree();
  }
}
