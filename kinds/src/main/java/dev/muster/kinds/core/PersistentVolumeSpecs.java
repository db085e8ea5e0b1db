package dev.muster.kinds.core;

import dev.muster.kinds.pods.NodeSelectors;
import dev.muster.kinds.pods.volumes.ClaimSpecs;
import dev.muster.kinds.pods.volumes.PersistentVolumeSources;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import dev.muster.views.CoreV1.VolumeNodeAffinity;
import java.util.List;
import java.util.Map;

/** What a persistent volume is, whether it stands alone or in a volume attachment. */
public final class PersistentVolumeSpecs {
  private static final List<String> RECLAIM = List.of("Delete", "Recycle", "Retain");
  private static final String NOT_INLINE = "may not be specified in the context of inline volumes";

  private final PersistentVolumeSpec spec;
  private final boolean inline;
  private final Errors errors;

  private PersistentVolumeSpecs(PersistentVolumeSpec spec, boolean inline, Errors errors) {
    this.spec = spec;
    this.inline = inline;
    this.errors = errors;
  }

  /**
   * Checks the spec of a volume.
   *
   * @param name the volume's
   * @param oddAffinity whether its node affinity may have values that are none of labels
   */
  static void validate(PersistentVolumeSpec spec, String name, boolean oddAffinity, Errors errors) {
    new PersistentVolumeSpecs(spec, false, errors).validate(name, oddAffinity);
  }

  /** Checks a spec that stands in another object. */
  public static void validateInline(PersistentVolumeSpec spec, Errors errors) {
    new PersistentVolumeSpecs(spec, true, errors).validate("", false);
  }

  private void validate(String name, boolean oddAffinity) {
    if (inline) {
      inline();
    }
    At modes = spec.accessModes();
    if (modes.size() == 0) {
      errors.required(modes.path(), "");
    }
    ClaimSpecs.accessModes(modes, errors);
    if (!inline) {
      capacity(spec.capacity());
    }
    reclaimPolicy(spec.persistentVolumeReclaimPolicy());
    affinity(spec.nodeAffinity(), oddAffinity);
    PersistentVolumeSources.validate(spec, name, errors);
    recycledRoot();
    className(spec.storageClassName());
    volumeMode(spec.volumeMode());
    attributesClass(spec.volumeAttributesClassName());
  }

  private void inline() {
    if (spec.claimRef().present()) {
      errors.forbidden(spec.claimRef().at().path(), NOT_INLINE);
    }
    if (spec.capacity().size() > 0) {
      errors.forbidden(spec.capacity().path(), NOT_INLINE);
    }
    if (!spec.csi().present()) {
      errors.required(
          spec.csi().at().path(), "has to be specified in the context of inline volumes");
    }
  }

  private void capacity(At capacity) {
    if (capacity.size() == 0) {
      errors.required(capacity.path(), "");
    }
    if (!capacity.has("storage") || capacity.size() > 1) {
      errors.unsupported(
          capacity.path(), InternalForm.of("{}q", capacity.node()), List.of("storage"));
    }
    for (Map.Entry<String, At> amount : capacity.entries()) {
      ResourceAmounts.validateBasic(amount.getValue(), errors);
      if (Quantity.parse(amount.getValue().text()).signum() <= 0) {
        errors.invalid(amount.getValue(), "must be greater than zero");
      }
    }
  }

  private void reclaimPolicy(At policy) {
    if (policy.text().isEmpty()) {
      return;
    }
    if (inline) {
      if (!policy.text().equals("Retain")) {
        errors.forbidden(policy.path(), "may only be Retain in the context of inline volumes");
      }
    } else if (!RECLAIM.contains(policy.text())) {
      errors.unsupported(policy, RECLAIM);
    }
  }

  private void affinity(VolumeNodeAffinity affinity, boolean oddAffinity) {
    if (affinity.absent()) {
      return;
    }
    if (inline) {
      errors.forbidden(affinity.at().path(), NOT_INLINE);
    } else if (affinity.required().present()) {
      NodeSelectors.validate(affinity.required(), !oddAffinity, errors);
    } else {
      errors.required(affinity.required().at().path(), "must specify required node constraints");
    }
  }

  private void recycledRoot() {
    At policy = spec.persistentVolumeReclaimPolicy();
    if (spec.hostPath().present()
        && policy.text().equals("Recycle")
        && isRoot(spec.hostPath().path().text())) {
      errors.forbidden(policy.path(), "may not be 'recycle' for a hostPath mount of '/'");
    }
  }

  private static boolean isRoot(String path) {
    int depth = 0;
    for (String step : path.split("/", -1)) {
      switch (step) {
        case "", "." -> {}
        case ".." -> depth = Math.max(0, depth - 1);
        default -> depth++;
      }
    }
    return path.startsWith("/") && depth == 0;
  }

  private void className(At name) {
    if (name.text().isEmpty()) {
      return;
    }
    if (inline) {
      errors.forbidden(name.path(), NOT_INLINE);
    } else {
      Names.subdomain(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
  }

  private void volumeMode(At mode) {
    if (!inline) {
      ClaimSpecs.volumeMode(mode, errors);
    } else if (mode.present() && !mode.text().equals("Filesystem")) {
      errors.forbidden(
          mode.path(),
          "may not specify volumeMode other than Filesystem in the context of inline volumes");
    }
  }

  private void attributesClass(At name) {
    if (name.absent()) {
      return;
    }
    if (name.text().isEmpty()) {
      errors.required(name.path(), "an empty string is disallowed");
    } else {
      Names.subdomain(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
    if (!spec.csi().present()) {
      errors.required(
          spec.csi().at().path(), "has to be specified when using volumeAttributesClassName");
    }
  }
}
