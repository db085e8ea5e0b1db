package dev.muster.authz.webhook;

import java.util.Arrays;
import java.util.Optional;

/** The versions of SubjectAccessReview; they differ in the name of the field with the groups. */
public enum ReviewVersion {
  /** The version of old webhooks. */
  V1BETA1("v1beta1", "group"),
  /** The version that there is today. */
  V1("v1", "groups");

  private final String version;
  private final String groupsField;

  ReviewVersion(String version, String groupsField) {
    this.version = version;
    this.groupsField = groupsField;
  }

  /** The version of that name, if it is one. */
  public static Optional<ReviewVersion> of(String version) {
    return Arrays.stream(values()).filter(v -> v.version.equals(version)).findFirst();
  }

  String apiVersion() {
    return "authorization.k8s.io/" + version;
  }

  /** The version alone, as in {@code v1}. */
  String version() {
    return version;
  }

  String groupsField() {
    return groupsField;
  }
}
