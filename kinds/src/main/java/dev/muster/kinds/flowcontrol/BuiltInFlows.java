package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The priority levels and flow schemas that a server begins with: Kubernetes' mandatory and
 * suggested ones.
 */
public final class BuiltInFlows {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String NODES = "Group system:nodes";
  private static final String MANAGER = "User system:kube-controller-manager";
  private static final String SCHEDULER = "User system:kube-scheduler";
  private static final String KUBE_SYSTEM = "ServiceAccount *";
  private static final String NOBODY = "Group system:unauthenticated";
  private static final String ANYBODY = "Group system:authenticated";
  private static final List<ObjectNode> ALL =
      List.of(
          exempt(),
          level("catch-all", 5, 0, 0, 0),
          level("system", 30, 33, 64, 6),
          level("node-high", 40, 25, 64, 6),
          level("leader-election", 10, 0, 16, 4),
          level("workload-high", 40, 50, 128, 6),
          level("workload-low", 100, 90, 128, 6),
          level("global-default", 20, 50, 128, 6),
          everything(schema("exempt", "exempt", 1, "", "Group system:masters")),
          everything(schema("catch-all", "catch-all", 10_000, "ByUser", NOBODY, ANYBODY)),
          probes(schema("probes", "exempt", 2, "", NOBODY, ANYBODY)),
          leases(
              schema(
                  "system-leader-election",
                  "leader-election",
                  100,
                  "ByUser",
                  MANAGER,
                  SCHEDULER,
                  KUBE_SYSTEM),
              "get",
              "create",
              "update"),
          leases(nodes(schema("system-node-high", "node-high", 400, "ByUser", NODES)), "*"),
          everything(schema("system-nodes", "system", 500, "ByUser", NODES)),
          everything(
              schema("kube-controller-manager", "workload-high", 800, "ByNamespace", MANAGER)),
          everything(schema("kube-scheduler", "workload-high", 800, "ByNamespace", SCHEDULER)),
          everything(
              schema(
                  "kube-system-service-accounts",
                  "workload-high",
                  900,
                  "ByNamespace",
                  KUBE_SYSTEM)),
          everything(
              schema(
                  "service-accounts",
                  "workload-low",
                  9000,
                  "ByUser",
                  "Group system:serviceaccounts")),
          everything(schema("global-default", "global-default", 9900, "ByUser", NOBODY, ANYBODY)));

  private BuiltInFlows() {}

  /** All of them, levels first. Not to be changed. */
  public static List<ObjectNode> all() {
    return ALL;
  }

  /** Those of a kind. Not to be changed. */
  public static List<ObjectNode> of(String kind) {
    return ALL.stream().filter(flow -> flow.path("kind").asText().equals(kind)).toList();
  }

  /** Those of a kind that are always in force. Not to be changed. */
  public static List<ObjectNode> mandatory(String kind) {
    return of(kind).stream()
        .filter(flow -> isMandatory(flow.path("metadata").path("name").asText()))
        .toList();
  }

  /** Whether the level and the schema of that name are what they are. */
  public static boolean isMandatory(String name) {
    return name.equals("exempt") || name.equals("catch-all");
  }

  private static ObjectNode object(String kind, String name) {
    ObjectNode object = JSON.objectNode();
    object.put("kind", kind).put("apiVersion", "flowcontrol.apiserver.k8s.io/v1");
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    metadata.putObject("annotations").put(BuiltInFlowUpdate.ANNOTATION, "true");
    return object;
  }

  private static ObjectNode exempt() {
    ObjectNode object = object("PriorityLevelConfiguration", "exempt");
    object
        .putObject("spec")
        .put("type", "Exempt")
        .putObject("exempt")
        .put("nominalConcurrencyShares", 0L)
        .put("lendablePercent", 0L);
    return object;
  }

  private static ObjectNode level(String name, long shares, long lendable, long queues, long hand) {
    ObjectNode object = object("PriorityLevelConfiguration", name);
    ObjectNode limited = object.putObject("spec").put("type", "Limited").putObject("limited");
    limited.put("nominalConcurrencyShares", shares);
    ObjectNode response = limited.putObject("limitResponse");
    response.put("type", queues == 0 ? "Reject" : "Queue");
    if (queues > 0) {
      response
          .putObject("queuing")
          .put("queues", queues)
          .put("handSize", hand)
          .put("queueLengthLimit", 50L);
    }
    limited.put("lendablePercent", lendable);
    return object;
  }

  private static ObjectNode schema(
      String name, String level, long precedence, String distinguisher, String... subjects) {
    ObjectNode object = object("FlowSchema", name);
    ObjectNode spec = object.putObject("spec");
    spec.putObject("priorityLevelConfiguration").put("name", level);
    spec.put("matchingPrecedence", precedence);
    if (!distinguisher.isEmpty()) {
      spec.putObject("distinguisherMethod").put("type", distinguisher);
    }
    ArrayNode those = spec.putArray("rules").addObject().putArray("subjects");
    for (String subject : subjects) {
      String kind = subject.substring(0, subject.indexOf(' '));
      String named = subject.substring(subject.indexOf(' ') + 1);
      ObjectNode one = those.addObject().put("kind", kind);
      if (kind.equals("ServiceAccount")) {
        one.putObject("serviceAccount").put("namespace", "kube-system").put("name", named);
      } else {
        one.putObject(kind.equals("User") ? "user" : "group").put("name", named);
      }
    }
    return object;
  }

  private static ObjectNode rule(ObjectNode schema) {
    return (ObjectNode) schema.path("spec").path("rules").get(0);
  }

  private static void resources(
      ObjectNode schema, boolean cluster, String group, List<String> resources, String... verbs) {
    ObjectNode rule = rule(schema).withArray("resourceRules").addObject();
    texts(rule.putArray("verbs"), List.of(verbs));
    texts(rule.putArray("apiGroups"), List.of(group));
    texts(rule.putArray("resources"), resources);
    if (cluster) {
      rule.put("clusterScope", true);
    }
    texts(rule.putArray("namespaces"), List.of("*"));
  }

  private static ObjectNode everything(ObjectNode schema) {
    resources(schema, true, "*", List.of("*"), "*");
    ObjectNode rule = rule(schema).putArray("nonResourceRules").addObject();
    texts(rule.putArray("verbs"), List.of("*"));
    texts(rule.putArray("nonResourceURLs"), List.of("*"));
    return schema;
  }

  private static ObjectNode nodes(ObjectNode schema) {
    resources(schema, true, "", List.of("nodes", "nodes/status"), "*");
    return schema;
  }

  private static ObjectNode leases(ObjectNode schema, String... verbs) {
    resources(schema, false, "coordination.k8s.io", List.of("leases"), verbs);
    return schema;
  }

  private static ObjectNode probes(ObjectNode schema) {
    ObjectNode rule = rule(schema).putArray("nonResourceRules").addObject();
    texts(rule.putArray("verbs"), List.of("get"));
    texts(rule.putArray("nonResourceURLs"), List.of("/healthz", "/readyz", "/livez"));
    return schema;
  }

  private static void texts(ArrayNode list, List<String> texts) {
    texts.forEach(list::add);
  }
}
