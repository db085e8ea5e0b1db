package dev.muster.access.rights;

import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What somebody can do with a right beyond what it says. */
public enum Danger {
  /** Anything at all. */
  EVERYTHING("may do anything", "*", "*", "*"),
  /** Reads secrets, tokens of other accounts among them. */
  SECRETS("reads secrets", "", "secrets", "get", "list", "watch"),
  /** Acts as another. */
  IMPERSONATE("acts as others", "", "users", "impersonate"),
  /** Acts as members of a group. */
  IMPERSONATE_GROUPS("acts as members of groups", "", "groups", "impersonate"),
  /** Acts as a service account. */
  IMPERSONATE_ACCOUNTS("acts as service accounts", "", "serviceaccounts", "impersonate"),
  /** Says which uid a request is of. */
  IMPERSONATE_UIDS("acts with any uid", AUTHENTICATION.GROUP, "uids", "impersonate"),
  /** Says what else is known of who sends a request. */
  IMPERSONATE_EXTRAS("acts with any extra", AUTHENTICATION.GROUP, "userextras", "impersonate"),
  /** Writes roles beyond its own rights. */
  ESCALATE("writes roles that allow more than it may itself", RBAC.GROUP, "roles", "escalate"),
  /** The same for the whole cluster. */
  ESCALATE_CLUSTER(
      "writes roles that allow more than it may itself", RBAC.GROUP, "clusterroles", "escalate"),
  /** Gives roles that it has not. */
  BIND("gives roles that it has not itself", RBAC.GROUP, "roles", "bind"),
  /** The same for cluster roles. */
  BIND_CLUSTER("gives roles that it has not itself", RBAC.GROUP, "clusterroles", "bind"),
  /** Makes tokens of service accounts. */
  TOKENS("makes tokens of service accounts", "", "serviceaccounts/token", "create"),
  /** Runs commands in pods. */
  EXEC("runs commands in others' pods", "", "pods/exec", "create", "get"),
  /** The same by attaching. */
  ATTACH("attaches to others' pods", "", "pods/attach", "create", "get"),
  /** Adds containers to pods. */
  EPHEMERAL("puts containers into others' pods", "", "pods/ephemeralcontainers", "update", "patch"),
  /** Whoever makes a pod has its service account, its secrets, and what admission lets it be. */
  PODS(SENTENCE.PODS, "", "pods", "create"),
  /** The same through a controller. */
  DEPLOYMENTS(SENTENCE.PODS, "apps", "deployments", "create", "update", "patch"),
  /** The same through a controller. */
  DAEMON_SETS(SENTENCE.PODS, "apps", "daemonsets", "create", "update", "patch"),
  /** The same through a controller. */
  STATEFUL_SETS(SENTENCE.PODS, "apps", "statefulsets", "create", "update", "patch"),
  /** The same through a controller. */
  REPLICA_SETS(SENTENCE.PODS, "apps", "replicasets", "create", "update", "patch"),
  /** The same through a controller. */
  REPLICATION_CONTROLLERS(SENTENCE.PODS, "", "replicationcontrollers", "create", "update", "patch"),
  /** The same through a controller; the template of a job that is there does not change. */
  JOBS(SENTENCE.PODS, "batch", "jobs", "create", "update", "patch"),
  /** The same through a controller. */
  CRON_JOBS(SENTENCE.PODS, "batch", "cronjobs", "create", "update", "patch"),
  /** Reaches what a pod shows to itself alone. */
  PORT_FORWARD("reaches any port of others' pods", "", "pods/portforward", "create", "get"),
  /** A volume may be any directory of a node. */
  VOLUMES("makes volumes of any directory of a node", "", "persistentvolumes", "create"),
  /** Takes the label away that holds pods back. */
  NAMESPACES("changes which pods a namespace lets be", "", "namespaces", "update", "patch"),
  /** Says what a node has, and draws pods to it. */
  NODES("draws pods to nodes, or off them", "", "nodes", "update", "patch"),
  /** The same by what a node reports of itself. */
  NODE_STATUS("draws pods to nodes, or off them", "", "nodes/status", "update", "patch"),
  /** The whole API of a node's agent. */
  NODES_PROXY("does on nodes whatever their agents can", "", "nodes/proxy", "get", "create"),
  /** Changes what admission lets through. */
  ADMISSION_WEBHOOKS(
      "sees and changes every request through webhooks",
      ADMISSION.GROUP,
      "mutatingwebhookconfigurations",
      "create",
      "update",
      "patch"),
  /** Sees what is written, and decides. */
  VALIDATING_WEBHOOKS(
      "sees every request through webhooks, and takes rules away",
      ADMISSION.GROUP,
      "validatingwebhookconfigurations",
      "create",
      "update",
      "patch",
      "delete"),
  /** Changes requests by expressions. */
  MUTATING_POLICIES(
      "changes every request through policies",
      ADMISSION.GROUP,
      "mutatingadmissionpolicies",
      "create",
      "update",
      "patch"),
  /** Takes rules away that hold others back. */
  VALIDATING_POLICIES(
      "takes rules of admission away",
      ADMISSION.GROUP,
      "validatingadmissionpolicies",
      "update",
      "patch",
      "delete"),
  /** The same by what puts them into force. */
  VALIDATING_BINDINGS(
      "takes rules of admission away",
      ADMISSION.GROUP,
      "validatingadmissionpolicybindings",
      "update",
      "patch",
      "delete"),
  /** Answers in the place of the server. */
  API_SERVICES(
      "answers requests of others in the server's place",
      "apiregistration.k8s.io",
      "apiservices",
      "create",
      "update",
      "patch"),
  /** Approves certificates, which say who somebody is. */
  APPROVE(
      "approves certificates of any name",
      "certificates.k8s.io",
      "certificatesigningrequests/approval",
      "update",
      "patch"),
  /** Approves or signs for a signer, without which approving is refused. */
  SIGNERS("decides whom certificates are for", "certificates.k8s.io", "signers", "approve", "sign"),
  /** Changes what policies let pods be. */
  WRITE_POLICY(
      "changes what a PodSecurityPolicy lets pods be",
      "policy",
      "podsecuritypolicies",
      "create",
      "update",
      "patch"),
  /** Uses a policy under which pods may be more. */
  USE_POLICY("runs pods under a PodSecurityPolicy", "policy", "podsecuritypolicies", "use"),
  /** The same by its older name. */
  USE_OLD_POLICY("runs pods under a PodSecurityPolicy", "extensions", "podsecuritypolicies", "use"),
  /** Uses a Windows account. */
  USE_ACCOUNT("runs pods with a Windows account", "windows.k8s.io", "gmsacredentialspecs", "use");

  /** Names that constants of an enum cannot refer to otherwise. */
  private static final class RBAC {
    static final String GROUP = "rbac.authorization.k8s.io";
  }

  private static final class AUTHENTICATION {
    static final String GROUP = "authentication.k8s.io";
  }

  private static final class ADMISSION {
    static final String GROUP = "admissionregistration.k8s.io";
  }

  private static final class SENTENCE {
    static final String PODS = "makes pods, with any service account of their namespace";
  }

  private final String sentence;
  private final String group;
  private final String resource;
  private final List<String> verbs;

  Danger(String sentence, String group, String resource, String... verbs) {
    this.sentence = sentence;
    this.group = group;
    this.resource = resource;
    this.verbs = List.of(verbs);
  }

  /** What whoever has it does, for people. */
  public String sentence() {
    return sentence;
  }

  /** What a rule brings along; whoever may do anything is told just that. */
  public static List<Danger> of(PolicyRule rule) {
    if (EVERYTHING.in(rule)) {
      return List.of(EVERYTHING);
    }
    List<Danger> found = new ArrayList<>();
    Arrays.stream(values()).filter(danger -> danger.in(rule)).forEach(found::add);
    return List.copyOf(found);
  }

  private boolean in(PolicyRule rule) {
    int slash = resource.indexOf('/');
    return has(rule.apiGroups(), group)
        && (has(rule.resources(), resource)
            // each extra is a subresource of its own
            || (this == IMPERSONATE_EXTRAS
                && rule.resources().stream().anyMatch(r -> r.startsWith("userextras/")))
            || (slash > 0 && rule.resources().contains("*" + resource.substring(slash))))
        && verbs.stream().anyMatch(verb -> has(rule.verbs(), verb));
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }
}
