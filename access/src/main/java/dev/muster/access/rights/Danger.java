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
  PODS("makes pods, with any service account of their namespace", "", "pods", "create"),
  /** The same through a controller. */
  DEPLOYMENTS(
      "makes pods, with any service account of their namespace",
      "apps",
      "deployments",
      "create",
      "update",
      "patch"),
  /** The same through a controller. */
  JOBS(
      "makes pods, with any service account of their namespace",
      "batch",
      "jobs",
      "create",
      "update",
      "patch"),
  /** The whole API of a node's agent. */
  NODES_PROXY("does on nodes whatever their agents can", "", "nodes/proxy", "get", "create"),
  /** Changes what admission lets through. */
  ADMISSION_WEBHOOKS(
      "sees and changes every request through webhooks",
      "admissionregistration.k8s.io",
      "mutatingwebhookconfigurations",
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
  /** Uses a policy under which pods may be more. */
  USE_POLICY("runs pods under a PodSecurityPolicy", "policy", "podsecuritypolicies", "use"),
  /** Uses a Windows account. */
  USE_ACCOUNT("runs pods with a Windows account", "windows.k8s.io", "gmsacredentialspecs", "use");

  /** Names that constants of an enum cannot refer to otherwise. */
  private static final class RBAC {
    static final String GROUP = "rbac.authorization.k8s.io";
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
            || (slash > 0 && rule.resources().contains("*" + resource.substring(slash))))
        && verbs.stream().anyMatch(verb -> has(rule.verbs(), verb));
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }
}
