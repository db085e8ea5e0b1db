package dev.muster.cli;

import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which version and features of Kubernetes are served. */
final class FeatureFlags {
  @Option(
      names = "--feature-gates",
      split = ",",
      paramLabel = "GATE=BOOL",
      description = "Switches features, e.g. SupplementalGroupsPolicy=true.")
  List<String> gates = List.of();

  @Option(
      names = "--emulated-version",
      paramLabel = "VERSION",
      description = "Behave as this version of Kubernetes, 1.30 to 1.35 (default: 1.35).")
  @Nullable String emulated;

  @Option(
      names = "--allow-privileged",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Whether containers may be privileged (default: false as in kube-apiserver, true for up).")
  @Nullable Boolean allowPrivileged;

  ApiFeatures config(boolean privilegedByDefault) {
    KubeVersion version = emulated == null ? KubeVersion.CURRENT : KubeVersion.emulated(emulated);
    return new ApiFeatures(
        FeatureGates.of(version, String.join(",", gates)),
        allowPrivileged == null ? privilegedByDefault : allowPrivileged);
  }
}
