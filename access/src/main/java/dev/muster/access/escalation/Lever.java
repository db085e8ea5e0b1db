package dev.muster.access.escalation;

import dev.muster.authz.rbac.PolicyRule;
import java.util.List;
import java.util.Optional;

/** A right by which somebody can become more, alone or with others. */
enum Lever {
  IMPERSONATE_USERS("", "users", "impersonate"),
  IMPERSONATE_GROUPS("", "groups", "impersonate"),
  IMPERSONATE_ACCOUNTS("", "serviceaccounts", "impersonate"),
  CREATE_TOKENS("", "serviceaccounts/token", "create"),
  CREATE_PODS("", "pods", "create"),
  CREATE_CONTROLLERS("", "replicationcontrollers", "create"),
  CREATE_DEPLOYMENTS("apps", "deployments", "create"),
  CREATE_DAEMON_SETS("apps", "daemonsets", "create"),
  CREATE_REPLICA_SETS("apps", "replicasets", "create"),
  CREATE_STATEFUL_SETS("apps", "statefulsets", "create"),
  CREATE_JOBS("batch", "jobs", "create"),
  CREATE_CRON_JOBS("batch", "cronjobs", "create"),
  WRITE_CONTROLLERS("", "replicationcontrollers", "update", "patch"),
  WRITE_DEPLOYMENTS("apps", "deployments", "update", "patch"),
  WRITE_DAEMON_SETS("apps", "daemonsets", "update", "patch"),
  WRITE_REPLICA_SETS("apps", "replicasets", "update", "patch"),
  WRITE_STATEFUL_SETS("apps", "statefulsets", "update", "patch"),
  WRITE_CRON_JOBS("batch", "cronjobs", "update", "patch"),
  EXEC("", "pods/exec", "create"),
  EPHEMERAL_CONTAINERS("", "pods/ephemeralcontainers", "update", "patch"),
  NODES_PROXY("", "nodes/proxy", "create"),
  GET_SECRETS("", "secrets", "get"),
  LIST_SECRETS("", "secrets", "list", "watch"),
  CREATE_SECRETS("", "secrets", "create"),
  CREATE_BINDINGS(RBAC.GROUP, "rolebindings", "create"),
  WRITE_BINDINGS(RBAC.GROUP, "rolebindings", "update", "patch"),
  CREATE_CLUSTER_BINDINGS(RBAC.GROUP, "clusterrolebindings", "create"),
  WRITE_CLUSTER_BINDINGS(RBAC.GROUP, "clusterrolebindings", "update", "patch"),
  BIND_ROLES(RBAC.GROUP, "roles", "bind"),
  BIND_CLUSTER_ROLES(RBAC.GROUP, "clusterroles", "bind"),
  CREATE_ROLES(RBAC.GROUP, "roles", "create"),
  CREATE_CLUSTER_ROLES(RBAC.GROUP, "clusterroles", "create"),
  WRITE_ROLES(RBAC.GROUP, "roles", "update", "patch"),
  WRITE_CLUSTER_ROLES(RBAC.GROUP, "clusterroles", "update", "patch"),
  ESCALATE_ROLES(RBAC.GROUP, "roles", "escalate"),
  ESCALATE_CLUSTER_ROLES(RBAC.GROUP, "clusterroles", "escalate"),
  CREATE_CSRS("certificates.k8s.io", "certificatesigningrequests", "create"),
  APPROVE_CSRS("certificates.k8s.io", "certificatesigningrequests/approval", "update", "patch"),
  APPROVE_SIGNERS("certificates.k8s.io", "signers", "approve"),
  CREATE_WEBHOOKS("admissionregistration.k8s.io", "mutatingwebhookconfigurations", "create"),
  CREATE_MUTATIONS("admissionregistration.k8s.io", "mutatingadmissionpolicies", "create"),
  CREATE_MUTATION_BINDINGS(
      "admissionregistration.k8s.io", "mutatingadmissionpolicybindings", "create"),
  USE_POLICIES("policy", "podsecuritypolicies", "use"),
  USE_OLD_POLICIES("extensions", "podsecuritypolicies", "use"),
  USE_CREDENTIAL_SPECS("windows.k8s.io", "gmsacredentialspecs", "use");

  /** Names that constants of an enum cannot refer to otherwise. */
  private static final class RBAC {
    static final String GROUP = "rbac.authorization.k8s.io";
  }

  private final String group;
  private final String resource;
  private final List<String> verbs;

  Lever(String group, String resource, String... verbs) {
    this.group = group;
    this.resource = resource;
    this.verbs = List.of(verbs);
  }

  String group() {
    return group;
  }

  /** With a subresource behind a slash. */
  String resource() {
    return resource;
  }

  /** The verb by which a rule gives it, whatever names the rule is for. */
  Optional<String> in(PolicyRule rule) {
    int slash = resource.indexOf('/');
    boolean about =
        has(rule.apiGroups(), group)
            && (has(rule.resources(), resource)
                || (slash > 0 && rule.resources().contains("*" + resource.substring(slash))));
    return about ? verbs.stream().filter(v -> has(rule.verbs(), v)).findFirst() : Optional.empty();
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }
}
