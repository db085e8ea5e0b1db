package dev.muster.apiserver.authn;

import java.util.Arrays;
import java.util.Optional;

/** The versions of TokenReview that a remote service may speak. */
public enum TokenReviewVersion {
  V1BETA1("v1beta1"),
  V1("v1");

  private final String version;

  TokenReviewVersion(String version) {
    this.version = version;
  }

  public static Optional<TokenReviewVersion> of(String version) {
    return Arrays.stream(values()).filter(v -> v.version.equals(version)).findFirst();
  }

  String apiVersion() {
    return "authentication.k8s.io/" + version;
  }
}
