package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.FlowcontrolV1.FlowSchema;
import dev.muster.views.FlowcontrolV1.MutableFlowSchema;
import dev.muster.views.FlowcontrolV1.MutableFlowSchemaSpec;
import dev.muster.views.FlowcontrolV1.MutableLimitResponse;
import dev.muster.views.FlowcontrolV1.MutableLimitedPriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.MutableNonResourcePolicyRule;
import dev.muster.views.FlowcontrolV1.MutablePolicyRulesWithSubjects;
import dev.muster.views.FlowcontrolV1.MutablePriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.MutableResourcePolicyRule;
import dev.muster.views.FlowcontrolV1.MutableSubject;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.List;

/**
 * The priority levels and flow schemas that a server begins with: Kubernetes' mandatory and
 * suggested ones.
 */
public final class BuiltInFlows {
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
    return ALL.stream()
        .filter(flow -> PartialObjectMetadata.of(flow).kind().text().equals(kind))
        .toList();
  }

  /** Those of a kind that are always in force. Not to be changed. */
  public static List<ObjectNode> mandatory(String kind) {
    return of(kind).stream()
        .filter(flow -> isMandatory(ObjectMeta.ofObject(flow).name().text()))
        .toList();
  }

  /** Whether the level and the schema of that name are what they are. */
  public static boolean isMandatory(String name) {
    return name.equals("exempt") || name.equals("catch-all");
  }

  private static ObjectNode object(String kind, String name) {
    MutablePartialObjectMetadata object = MutablePartialObjectMetadata.create();
    object.kind(kind).apiVersion("flowcontrol.apiserver.k8s.io/v1");
    MutableObjectMeta metadata = object.metadata().ensure().name(name);
    metadata.annotations().map().put(BuiltInFlowUpdate.ANNOTATION, "true");
    return object.tree();
  }

  private static ObjectNode exempt() {
    ObjectNode object = object("PriorityLevelConfiguration", "exempt");
    MutablePriorityLevelConfiguration.of(object)
        .spec()
        .replace()
        .type("Exempt")
        .exempt()
        .replace()
        .nominalConcurrencyShares(0L)
        .lendablePercent(0L);
    return object;
  }

  private static ObjectNode level(String name, long shares, long lendable, long queues, long hand) {
    ObjectNode object = object("PriorityLevelConfiguration", name);
    MutableLimitedPriorityLevelConfiguration limited =
        MutablePriorityLevelConfiguration.of(object)
            .spec()
            .replace()
            .type("Limited")
            .limited()
            .replace();
    limited.nominalConcurrencyShares(shares);
    MutableLimitResponse response = limited.limitResponse().replace();
    response.type(queues == 0 ? "Reject" : "Queue");
    if (queues > 0) {
      response.queuing().replace().queues(queues).handSize(hand).queueLengthLimit(50L);
    }
    limited.lendablePercent(lendable);
    return object;
  }

  private static ObjectNode schema(
      String name, String level, long precedence, String distinguisher, String... subjects) {
    ObjectNode object = object("FlowSchema", name);
    MutableFlowSchemaSpec spec = MutableFlowSchema.of(object).spec().replace();
    spec.priorityLevelConfiguration().replace().name(level);
    spec.matchingPrecedence(precedence);
    if (!distinguisher.isEmpty()) {
      spec.distinguisherMethod().replace().type(distinguisher);
    }
    ArrayNode those = spec.rules().add().subjects().replace();
    for (String subject : subjects) {
      String kind = subject.substring(0, subject.indexOf(' '));
      String named = subject.substring(subject.indexOf(' ') + 1);
      MutableSubject one = MutableSubject.of(those.addObject()).kind(kind);
      switch (kind) {
        case "ServiceAccount" ->
            one.serviceAccount().replace().namespace("kube-system").name(named);
        case "User" -> one.user().replace().name(named);
        default -> one.group().replace().name(named);
      }
    }
    return object;
  }

  private static ObjectNode rule(FlowSchema schema) {
    return (ObjectNode) schema.spec().rules().get(0).tree();
  }

  private static void resources(
      ObjectNode schema, boolean cluster, String group, List<String> resources, String... verbs) {
    MutableResourcePolicyRule rule =
        MutablePolicyRulesWithSubjects.of(rule(FlowSchema.of(schema))).resourceRules().add();
    texts(rule.verbs().list(), List.of(verbs));
    texts(rule.apiGroups().list(), List.of(group));
    texts(rule.resources().list(), resources);
    if (cluster) {
      rule.clusterScope(true);
    }
    texts(rule.namespaces().list(), List.of("*"));
  }

  private static ObjectNode everything(ObjectNode schema) {
    resources(schema, true, "*", List.of("*"), "*");
    MutableNonResourcePolicyRule rule =
        MutablePolicyRulesWithSubjects.of(rule(FlowSchema.of(schema))).nonResourceRules().add();
    texts(rule.verbs().list(), List.of("*"));
    texts(rule.nonResourceURLs().list(), List.of("*"));
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
    MutableNonResourcePolicyRule rule =
        MutablePolicyRulesWithSubjects.of(rule(FlowSchema.of(schema))).nonResourceRules().add();
    texts(rule.verbs().list(), List.of("get"));
    texts(rule.nonResourceURLs().list(), List.of("/healthz", "/readyz", "/livez"));
    return schema;
  }

  private static void texts(ArrayNode list, List<String> texts) {
    texts.forEach(list::add);
  }
}
