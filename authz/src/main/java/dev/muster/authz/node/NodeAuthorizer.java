package dev.muster.authz.node;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Decision.NoOpinion;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import java.util.List;
import java.util.Set;

/**
 * Mode Node. A node reads the secrets, config maps, claims and volumes of its own pods, asks for
 * tokens of their service accounts, and keeps its own Node, Lease, CSINode and ResourceSlices; for
 * everything else the rules of the role {@code system:node} hold. Requests of others are not its
 * business.
 */
public final class NodeAuthorizer implements Authorizer, RuleResolver {
  private static final Decision ALLOW = new Decision.Allow(() -> "mode Node", "");
  private static final String LEASES = "kube-node-lease";
  private static final Set<String> KEEPING = Set.of("get", "create", "update", "patch", "delete");
  private static final Set<String> READING = Set.of("get", "list", "watch");
  private static final Set<String> OF_ONE_SLICE = Set.of("get", "update", "patch", "delete");
  private static final Set<String> OF_MANY_SLICES = Set.of("list", "watch", "deletecollection");

  private final NodeGraph graph;
  private final NodeRules others = new NodeRules();

  /** Decides by what the graph holds at the moment of a request. */
  public NodeAuthorizer(NodeGraph graph) {
    this.graph = graph;
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return NodeIdentity.isNode(user) ? Rules.unsupportedBy("node") : Rules.NONE;
  }

  @Override
  public Decision authorize(Attributes request) {
    if (!NodeIdentity.isNode(request.user())) {
      return NoOpinion.SILENT;
    }
    String node = NodeIdentity.name(request.user());
    if (node.isEmpty()) {
      return no("unknown node for user " + GoText.quote(request.user().name()));
    }
    if (!request.resourceRequest()) {
      return others(request);
    }
    String resource =
        request.apiGroup().isEmpty()
            ? request.resource()
            : request.resource() + "." + request.apiGroup();
    return switch (resource) {
      case "secrets" -> read(node, ObjectType.SECRET, request);
      case "configmaps" -> read(node, ObjectType.CONFIG_MAP, request);
      case "persistentvolumeclaims" -> claim(node, request);
      case "persistentvolumes" -> get(node, ObjectType.VOLUME, request);
      case "resourceclaims.resource.k8s.io" -> get(node, ObjectType.RESOURCE_CLAIM, request);
      case "volumeattachments.storage.k8s.io" -> get(node, ObjectType.ATTACHMENT, request);
      case "serviceaccounts" -> serviceAccount(node, request);
      case "leases.coordination.k8s.io" -> lease(node, request);
      case "csinodes.storage.k8s.io" -> csiNode(node, request);
      case "resourceslices.resource.k8s.io" -> slice(node, request);
      case "nodes" -> node(node, request);
      case "pods" -> pod(node, request);
      default -> others(request);
    };
  }

  private Decision others(Attributes request) {
    return others.allow(request) ? ALLOW : NoOpinion.SILENT;
  }

  private static Decision no(String reason) {
    return new NoOpinion(reason, List.of());
  }

  private Decision related(String node, ObjectType type, Attributes request) {
    if (request.name().isEmpty()) {
      return no("No Object name found");
    }
    return graph.reaches(node, new ObjectKey(type, request.namespace(), request.name()))
        ? ALLOW
        : no("no relationship found between node '" + node + "' and this object");
  }

  private Decision get(String node, ObjectType type, Attributes request) {
    if (!request.verb().equals("get")) {
      return no("can only get individual resources of this type");
    }
    if (!request.subresource().isEmpty()) {
      return no("cannot get subresource");
    }
    return related(node, type, request);
  }

  private Decision read(String node, ObjectType type, Attributes request) {
    if (!READING.contains(request.verb())) {
      return no("can only read resources of this type");
    }
    if (!request.subresource().isEmpty()) {
      return no("cannot read subresource");
    }
    if (request.namespace().isEmpty()) {
      return no("can only read namespaced object of this type");
    }
    return related(node, type, request);
  }

  private Decision claim(String node, Attributes request) {
    if (!request.subresource().equals("status")) {
      return get(node, ObjectType.CLAIM, request);
    }
    if (!request.verb().equals("update") && !request.verb().equals("patch")) {
      return no("can only get/update/patch this type");
    }
    return related(node, ObjectType.CLAIM, request);
  }

  private Decision serviceAccount(String node, Attributes request) {
    if (request.verb().equals("get") && request.subresource().isEmpty()) {
      return get(node, ObjectType.SERVICE_ACCOUNT, request);
    }
    if (!request.verb().equals("create") || request.name().isEmpty()) {
      return no("can only create tokens for individual service accounts");
    }
    if (!request.subresource().equals("token")) {
      return no("can only create token subresource of serviceaccount");
    }
    return related(node, ObjectType.SERVICE_ACCOUNT, request);
  }

  private static Decision lease(String node, Attributes request) {
    if (!KEEPING.contains(request.verb())) {
      return no("can only get, create, update, patch, or delete a node lease");
    }
    if (!request.namespace().equals(LEASES)) {
      return no("can only access leases in the " + GoText.quote(LEASES) + " system namespace");
    }
    // a new lease's name is in its body: NodeRestriction looks at it
    return request.verb().equals("create") || request.name().equals(node)
        ? ALLOW
        : no("can only access node lease with the same name as the requesting node");
  }

  private static Decision csiNode(String node, Attributes request) {
    if (!KEEPING.contains(request.verb())) {
      return no("can only get, create, update, patch, or delete a CSINode");
    }
    if (!request.subresource().isEmpty()) {
      return no("cannot authorize CSINode subresources");
    }
    return request.verb().equals("create") || request.name().equals(node)
        ? ALLOW
        : no("can only access CSINode with the same name as the requesting node");
  }

  /** What is in a new one, and in each that is deleted with others, NodeRestriction looks at. */
  private Decision slice(String node, Attributes request) {
    if (!request.subresource().isEmpty()) {
      return no("cannot authorize ResourceSlice subresources");
    }
    if (request.verb().equals("create")) {
      return ALLOW;
    }
    if (OF_ONE_SLICE.contains(request.verb())) {
      return related(node, ObjectType.RESOURCE_SLICE, request);
    }
    if (!OF_MANY_SLICES.contains(request.verb())) {
      return no(
          "only the following verbs are allowed for a ResourceSlice: get, watch, list, create,"
              + " update, patch, delete, deletecollection");
    }
    return selectsOwn(node, request.fieldSelector())
        ? ALLOW
        : no("can only list/watch/deletecollection resourceslices with nodeName field selector");
  }

  /** Which Node it writes is NodeRestriction's matter. */
  private static Decision node(String node, Attributes request) {
    String what = request.subresource() + ":" + request.verb();
    return switch (what) {
      case ":create", ":update", ":patch", "status:update", "status:patch" -> ALLOW;
      case ":get", ":list", ":watch" -> {
        if (request.name().equals(node)) {
          yield ALLOW;
        }
        yield no(
            request.name().isEmpty()
                ? "node '" + node + "' cannot read all nodes, only its own Node object"
                : "node '"
                    + node
                    + "' cannot read '"
                    + request.name()
                    + "', only its own Node object");
      }
      default -> NoOpinion.SILENT;
    };
  }

  /** Which pods it writes is NodeRestriction's matter. */
  private Decision pod(String node, Attributes request) {
    String what = request.subresource() + ":" + request.verb();
    return switch (what) {
      case ":create", ":delete", "status:update", "status:patch", "eviction:create" -> ALLOW;
      case ":get" -> get(node, ObjectType.POD, request);
      case ":list", ":watch" -> {
        if (selectsOwn(node, request.fieldSelector())) {
          yield ALLOW;
        }
        yield request.name().isEmpty()
            ? no("can only list/watch pods with spec.nodeName field selector")
            : related(node, ObjectType.POD, request);
      }
      default -> NoOpinion.SILENT;
    };
  }

  private static boolean selectsOwn(String node, List<SelectorRequirement> selector) {
    return selector.contains(new SelectorRequirement("spec.nodeName", "In", List.of(node)));
  }
}
