package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ServiceAccountTokenProjection;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The volumes of a pod, or of a template for pods. */
public final class VolumeRules {
  private VolumeRules() {}

  public static void applyDefaults(MutablePodSpec podSpec) {
    VolumeDefaults.apply(podSpec);
  }

  /**
   * Removes sources that are still behind a closed feature gate, unless the old spec uses them.
   * What remains of such a source is an empty one.
   */
  public static void dropDisabled(MutablePodSpec podSpec, @Nullable PodSpec oldSpec) {
    GatedProjections.drop(podSpec, oldSpec);
  }

  /** As {@link #validate(PodSpec, String, Errors)}, for a pod whose name is not at hand. */
  public static Set<String> validate(PodSpec spec, Errors errors) {
    return validate(spec, "", errors);
  }

  /**
   * Checks spec.volumes.
   *
   * @param podName the pod's name, which claims made for it are named after; empty to skip that
   * @return the names of the volumes that are in order: what containers may mount
   */
  public static Set<String> validate(PodSpec spec, String podName, Errors errors) {
    // Only a pod has its pod spec at the top.
    boolean template = !spec.at().path().toString().equals("spec");
    Set<String> made = new HashSet<>();
    if (!podName.isEmpty()) {
      for (Volume volume : spec.volumes()) {
        if (volume.ephemeral().present()) {
          made.add(podName + "-" + volume.name().text());
        }
      }
    }
    Set<String> names = new LinkedHashSet<>();
    for (Volume volume : spec.volumes()) {
      Errors found = new Errors();
      VolumeSources.validate(volume, podName, template, found);
      name(volume.name(), names, found);
      if (found.isEmpty()) {
        names.add(volume.name().text());
      }
      errors.addAll(found);
      At claim = volume.persistentVolumeClaim().claimName();
      if (claim.present() && made.contains(claim.text())) {
        errors.invalid(claim, "must not reference a PVC that gets created for an ephemeral volume");
      }
    }
    return names;
  }

  private static void name(At name, Set<String> taken, Errors errors) {
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    if (taken.contains(name.text())) {
      errors.duplicate(name);
    }
  }

  /**
   * A token is some account's: without an account there can be none. Belongs to pods only, not to
   * templates, after everything else about the spec.
   */
  public static void validateTokens(PodSpec spec, Errors errors) {
    if (!spec.serviceAccountName().text().isEmpty()) {
      return;
    }
    for (Volume volume : spec.volumes()) {
      for (VolumeProjection source : volume.projected().sources()) {
        ServiceAccountTokenProjection token = source.serviceAccountToken();
        if (token.present()) {
          errors.forbidden(
              token.at().path(), "must not be specified when serviceAccountName is not set");
        }
      }
    }
  }

  /** What the writer of these volumes should know. */
  public static List<String> warnings(PodSpec spec) {
    return VolumeWarnings.of(spec.volumes());
  }
}
