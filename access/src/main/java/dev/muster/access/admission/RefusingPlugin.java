package dev.muster.access.admission;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who refused a write, by the words of the refusal: a Status has no field for it. Words that none
 * of these is known for are {@code admission}'s or, of a 422, {@code validation}'s.
 */
public final class RefusingPlugin {
  private static final int LONGEST = 8192;

  /** What they all say when somebody may not do it: this was no plugin. */
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "(?:^|.* is forbidden: )User \"(?:[^\"\\\\]|\\\\.){0,1000}\" cannot [^ ]{1,100} (?:resource|path) .*",
          Pattern.DOTALL);

  private static final Pattern WEBHOOK =
      Pattern.compile("^(?:admission webhook|failed calling webhook) \"([^\"]{1,253})\"");
  private static final Pattern POLICY =
      Pattern.compile("\\b((?:Validating|Mutating)AdmissionPolicy) '([^']{1,253})'");

  private record Words(String part, String plugin) {}

  private static final List<Words> WORDS =
      List.of(
          new Words("violates PodSecurity ", "PodSecurity"),
          new Words("pod security policy", "PodSecurityPolicy"),
          new Words("PodSecurityPolicy", "PodSecurityPolicy"),
          new Words("exceeded quota: ", "ResourceQuota"),
          new Words("failed quota: ", "ResourceQuota"),
          new Words("insufficient quota", "ResourceQuota"),
          new Words("because it is being terminated", "NamespaceLifecycle"),
          new Words("this namespace may not be deleted", "NamespaceLifecycle"),
          new Words(
              "is attempting to grant RBAC permissions not currently held", "RBAC escalation"),
          new Words(" usage per ", "LimitRanger"),
          new Words("limit to request ratio per ", "LimitRanger"),
          new Words("service account ", "ServiceAccount"),
          new Words("PriorityClass", "Priority"),
          new Words("priority admission controller", "Priority"),
          new Words("RuntimeClass", "RuntimeClass"),
          new Words("blockOwnerDeletion", "OwnerReferencesPermissionEnforcement"),
          new Words("cannot set an ownerRef on", "OwnerReferencesPermissionEnforcement"),
          new Words("is not allowed to modify ", "NodeRestriction"),
          new Words("with spec.nodeName set to itself", "NodeRestriction"),
          new Words("persistent volume claims can be expanded", "PersistentVolumeClaimResize"),
          new Words("pvc can be resized", "PersistentVolumeClaimResize"),
          new Words("Use of external IPs is denied", "DenyServiceExternalIPs"),
          new Words("image policy webhook", "ImagePolicyWebhook"),
          new Words("pod node label selector", "PodNodeSelector"),
          new Words("limit reached on type", "EventRateLimit"));

  private RefusingPlugin() {}

  /** Its name. */
  public static String of(int code, String whole) {
    String message = start(whole);
    Matcher webhook = WEBHOOK.matcher(sentence(message));
    if (webhook.find()) {
      return "webhook " + webhook.group(1);
    }
    Matcher policy = POLICY.matcher(message);
    if (policy.find()) {
      return policy.group(1) + " " + policy.group(2);
    }
    if (code == 404 && message.startsWith("namespaces \"")) {
      return "NamespaceLifecycle";
    }
    if (code == 403) {
      for (Words words : WORDS) {
        if (message.contains(words.part())) {
          return words.plugin();
        }
      }
    }
    return code == 422 ? "validation" : "admission";
  }

  /** Whether these are the words of authorization, not of a plugin. */
  public static boolean isAuthorization(String message) {
    return AUTHORIZATION.matcher(start(message)).matches();
  }

  /** Whoever refused comes first; what was sent may be quoted at any length behind. */
  private static String start(String message) {
    return message.length() <= LONGEST ? message : message.substring(0, LONGEST);
  }

  /** Behind what it is about. */
  private static String sentence(String message) {
    int end = message.indexOf(" is forbidden: ");
    return end < 0 ? message : message.substring(end + " is forbidden: ".length());
  }
}
