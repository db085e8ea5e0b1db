package dev.muster.apiserver.authn;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing to be impersonated, which the verb {@code impersonate} on {@link #resource} must be
 * allowed for.
 *
 * @param namespace of a service account; else empty
 * @param name what is impersonated: the name of the user, group or account, the uid, or the value
 *     of an extra field
 * @param extraKey of an extra field; else empty
 */
public record ImpersonationTarget(Kind kind, String namespace, String name, String extraKey) {

  /** What can be impersonated. */
  public enum Kind {
    USER("User", "users"),
    SERVICE_ACCOUNT("ServiceAccount", "serviceaccounts"),
    GROUP("Group", "groups"),
    EXTRA("UserExtra", "userextras"),
    UID("UID", "uids");

    private final String kubernetesKind;
    private final String resource;

    Kind(String kubernetesKind, String resource) {
      this.kubernetesKind = kubernetesKind;
      this.resource = resource;
    }
  }

  private static final String EXTRA_PREFIX = "impersonate-extra-";

  static ImpersonationTarget userOrServiceAccount(String user) {
    return ServiceAccountUser.parse(user)
        .map(
            account ->
                new ImpersonationTarget(
                    Kind.SERVICE_ACCOUNT, account.namespace(), account.name(), ""))
        .orElseGet(() -> new ImpersonationTarget(Kind.USER, "", user, ""));
  }

  static ImpersonationTarget group(String group) {
    return new ImpersonationTarget(Kind.GROUP, "", group, "");
  }

  static ImpersonationTarget uid(String uid) {
    return new ImpersonationTarget(Kind.UID, "", uid, "");
  }

  static ImpersonationTarget extra(String key, String value) {
    return new ImpersonationTarget(Kind.EXTRA, "", value, key);
  }

  /** The key that a header gives an extra value for; empty for other headers. */
  public static Optional<String> extraKey(String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    if (!lower.startsWith(EXTRA_PREFIX)) {
      return Optional.empty();
    }
    String key = lower.substring(EXTRA_PREFIX.length());
    try {
      return Optional.of(URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.of(key);
    }
  }

  /** The resource to check, without the subresource. */
  public String resource() {
    return kind.resource;
  }

  /** The subresource to check: the key of an extra field; else empty. */
  public String subresource() {
    return extraKey;
  }

  /** The API group of the resource. */
  public String apiGroup() {
    return isAuthentication() ? "authentication.k8s.io" : "";
  }

  /** The API version of the resource, empty in the core group. */
  public String apiVersion() {
    return isAuthentication() ? "v1" : "";
  }

  boolean isUser() {
    return kind == Kind.USER || kind == Kind.SERVICE_ACCOUNT;
  }

  private boolean isAuthentication() {
    return kind == Kind.EXTRA || kind == Kind.UID;
  }

  /** As Kubernetes prints it in error messages. */
  String goText() {
    String version = isAuthentication() ? apiGroup() + "/" + apiVersion() : "";
    return "{"
        + String.join(" ", kind.kubernetesKind, namespace, name, "", version, "", extraKey)
        + "}";
  }
}
