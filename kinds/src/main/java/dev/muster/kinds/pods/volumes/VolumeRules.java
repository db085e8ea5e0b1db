package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The volumes of a pod, or of a template for pods. */
public final class VolumeRules {
  private VolumeRules() {}

  public static void applyDefaults(ObjectNode podSpec) {
    VolumeDefaults.apply(podSpec);
  }

  /**
   * Removes sources that are still behind a closed feature gate, unless the old spec uses them.
   * What remains of such a source is an empty one.
   */
  public static void dropDisabled(ObjectNode podSpec, @Nullable ObjectNode oldSpec) {
    GatedProjections.drop(podSpec, oldSpec);
  }

  /** As {@link #validate(At, String, Errors)}, for a pod whose name is not at hand. */
  public static Set<String> validate(At spec, Errors errors) {
    return validate(spec, "", errors);
  }

  /**
   * Checks spec.volumes.
   *
   * @param podName the pod's name, which claims made for it are named after; empty to skip that
   * @return the names of the volumes that are in order: what containers may mount
   */
  public static Set<String> validate(At spec, String podName, Errors errors) {
    // Only a pod has its pod spec at the top.
    boolean template = !spec.path().toString().equals("spec");
    Set<String> made = new HashSet<>();
    if (!podName.isEmpty()) {
      for (At volume : spec.get("volumes").each()) {
        if (volume.has("ephemeral")) {
          made.add(podName + "-" + volume.text("name"));
        }
      }
    }
    Set<String> names = new LinkedHashSet<>();
    for (At volume : spec.get("volumes").each()) {
      Errors found = new Errors();
      VolumeSources.validate(volume, podName, template, found);
      name(volume.get("name"), names, found);
      if (found.isEmpty()) {
        names.add(volume.text("name"));
      }
      errors.addAll(found);
      At claim = volume.get("persistentVolumeClaim", "claimName");
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
  public static void validateTokens(At spec, Errors errors) {
    if (!spec.text("serviceAccountName").isEmpty()) {
      return;
    }
    for (At volume : spec.get("volumes").each()) {
      for (At source : volume.get("projected", "sources").each()) {
        At token = source.get("serviceAccountToken");
        if (token.present()) {
          errors.forbidden(
              token.path(), "must not be specified when serviceAccountName is not set");
        }
      }
    }
  }

  /** What the writer of these volumes should know. */
  public static List<String> warnings(At spec) {
    return VolumeWarnings.of(spec.get("volumes"));
  }
}
