package dev.muster.cli.cluster;

import dev.muster.node.images.CredentialVerification;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Which pods may have images that others pulled; the names are those of kubelet's configuration.
 */
final class ImageFlags {
  private static final String POLICY = "--image-pull-credentials-verification-policy";
  private static final String ALLOWED = "--preloaded-images-verification-allowlist";

  @Option(
      names = POLICY,
      hidden = true,
      paramLabel = "POLICY",
      defaultValue = "NeverVerifyPreloadedImages",
      description =
          "Which images that are on the machine pods have to prove that they may have: NeverVerify,"
              + " NeverVerifyPreloadedImages, NeverVerifyAllowlistedImages or AlwaysVerify"
              + " (default: ${DEFAULT-VALUE}).")
  String policy = "NeverVerifyPreloadedImages";

  @Option(
      names = ALLOWED,
      hidden = true,
      split = ",",
      paramLabel = "IMAGE",
      description = "Images that need no proof with NeverVerifyAllowlistedImages; may end in /*.")
  List<String> allowed = List.of();

  CredentialVerification verification() {
    try {
      return CredentialVerification.of(policy, allowed);
    } catch (IllegalArgumentException e) {
      String flag = allowed.isEmpty() ? POLICY : ALLOWED;
      throw new IllegalArgumentException(flag + ": " + e.getMessage(), e);
    }
  }
}
