package dev.muster.node.images;

import java.util.List;

/**
 * Which images that are here already a pod has to prove that it may have; kubelet's
 * imagePullCredentialsVerificationPolicy.
 *
 * @param allowed names, or their beginnings up to {@code /*}, for which nothing is asked
 */
public record CredentialVerification(Policy policy, List<String> allowed) {
  /** The names are Kubernetes'. */
  public enum Policy {
    NEVER("NeverVerify"),
    PRELOADED("NeverVerifyPreloadedImages"),
    ALLOWLISTED("NeverVerifyAllowlistedImages"),
    ALWAYS("AlwaysVerify");

    private final String text;

    Policy(String text) {
      this.text = text;
    }
  }

  public static final CredentialVerification DEFAULT =
      new CredentialVerification(Policy.PRELOADED, List.of());

  public CredentialVerification {
    allowed = List.copyOf(allowed);
  }

  /**
   * @throws IllegalArgumentException for what is no policy, or no list for it
   */
  public static CredentialVerification of(String policy, List<String> allowed) {
    Policy chosen = null;
    for (Policy each : Policy.values()) {
      if (each.text.equals(policy)) {
        chosen = each;
      }
    }
    if (chosen == null) {
      List<String> known = java.util.Arrays.stream(Policy.values()).map(each -> each.text).toList();
      throw new IllegalArgumentException(
          "\"" + policy + "\" is no policy: one of " + String.join(", ", known));
    }
    if (!allowed.isEmpty() && chosen != Policy.ALLOWLISTED) {
      throw new IllegalArgumentException(
          "a list of images is for the policy " + Policy.ALLOWLISTED.text + " only");
    }
    allowed.forEach(CredentialVerification::check);
    return new CredentialVerification(chosen, allowed);
  }

  private static void check(String pattern) {
    String name = pattern.endsWith("/*") ? pattern.substring(0, pattern.length() - 1) : pattern;
    if (name.isBlank() || name.equals("/") || name.contains("*") || !name.strip().equals(name)) {
      throw new IllegalArgumentException(
          "\"" + pattern + "\" names no images: write registry/name, or registry/*");
    }
    if (!pattern.endsWith("/*") && !ImageName.of(name).untagged().equals(name)) {
      throw new IllegalArgumentException("\"" + pattern + "\" has a tag or a digest: leave it out");
    }
  }

  /**
   * Whether a pod has to prove that it may have an image.
   *
   * @param pulledHere whether this node pulled it; otherwise somebody brought it
   */
  boolean concerns(ImageName image, boolean pulledHere) {
    return switch (policy) {
      case NEVER -> false;
      case PRELOADED -> pulledHere;
      case ALLOWLISTED -> allowed.stream().noneMatch(pattern -> matches(pattern, image.untagged()));
      case ALWAYS -> true;
    };
  }

  private static boolean matches(String pattern, String name) {
    return pattern.endsWith("/*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }
}
