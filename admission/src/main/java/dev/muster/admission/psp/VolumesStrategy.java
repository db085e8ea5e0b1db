package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Volume;
import java.util.Map;
import java.util.Set;

/**
 * The kinds of volumes a pod may have, and within some of them what exactly.
 *
 * @param flexDrivers any if empty
 * @param csiDrivers any if empty
 */
record VolumesStrategy(
    Set<String> types, AllowedHostPaths hostPaths, Set<String> flexDrivers, Set<String> csiDrivers)
    implements PodRule {
  /** Types whose name in a policy is not the field's. */
  private static final Map<String, String> RENAMED = Map.of("cephfs", "cephFS");

  @Override
  public void check(PodDraft pod, Errors errors) {
    for (Volume volume : pod.spec().volumes()) {
      String type = type(volume);
      if (!allowed(type, volume)) {
        errors.invalidText(volume.at().path(), type, type + " volumes are not allowed to be used");
        continue;
      }
      switch (type) {
        case "hostPath" -> hostPaths.check(volume, pod, errors);
        case "flexVolume" ->
            driver(
                flexDrivers,
                volume.flexVolume().driver().text(),
                volume.at().path().child("driver"),
                "Flexvolume driver is not allowed to be used",
                errors);
        case "csi" ->
            driver(
                csiDrivers,
                volume.csi().driver().text(),
                volume.csi().driver().path(),
                "Inline CSI driver is not allowed to be used",
                errors);
        default -> {}
      }
    }
  }

  private static String type(Volume volume) {
    for (Map.Entry<String, JsonNode> field : volume.tree().properties()) {
      if (!field.getKey().equals("name") && !field.getValue().isNull()) {
        return RENAMED.getOrDefault(field.getKey(), field.getKey());
      }
    }
    return "";
  }

  private boolean allowed(String type, Volume volume) {
    return types.contains("*")
        || types.contains(type)
        || (type.equals("projected")
            && types.contains("secret")
            && TokenVolume.holdsNothingElse(volume.projected()));
  }

  private static void driver(
      Set<String> allowed, String driver, Path at, String why, Errors errors) {
    if (!allowed.isEmpty() && !allowed.contains(driver)) {
      errors.invalidText(at, driver, why);
    }
  }
}
