package dev.muster.node.features;

import dev.muster.kinds.features.Feature;
import dev.muster.kinds.features.FeatureGates;

/**
 * What a node has, as its version and its feature gates say.
 *
 * @param minor the Kubernetes 1.x that is emulated
 * @param groupsPolicy whether SupplementalGroupsPolicy is on
 * @param fileOwners whether AtomicWriteVolumeUserFields is on
 * @param ensureSecretPulledImages whether KubeletEnsureSecretPulledImages is on
 */
public record NodeFeatures(
    int minor, boolean groupsPolicy, boolean fileOwners, boolean ensureSecretPulledImages) {

  public static NodeFeatures of(FeatureGates gates) {
    return new NodeFeatures(
        gates.version().minor(),
        gates.enabled(Feature.SUPPLEMENTAL_GROUPS_POLICY),
        gates.enabled(Feature.ATOMIC_WRITE_VOLUME_USER_FIELDS),
        gates.enabled(Feature.KUBELET_ENSURE_SECRET_PULLED_IMAGES));
  }
}
