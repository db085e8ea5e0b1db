package dev.muster.kinds.features;

/**
 * What makes one server's API differ from another's.
 *
 * @param allowPrivileged whether containers may be privileged at all
 */
public record ApiFeatures(FeatureGates gates, boolean allowPrivileged) {

  /** All that Kubernetes 1.35 has, privileged containers included. */
  public static ApiFeatures defaults() {
    return new ApiFeatures(FeatureGates.defaults(), true);
  }
}
