package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
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
    for (At volume : pod.spec().get("volumes").each()) {
      String type = type(volume);
      if (!allowed(type, volume)) {
        errors.invalidText(volume.path(), type, type + " volumes are not allowed to be used");
        continue;
      }
      switch (type) {
        case "hostPath" -> hostPaths.check(volume, pod, errors);
        case "flexVolume" ->
            driver(
                flexDrivers,
                volume.get("flexVolume").text("driver"),
                volume.path().child("driver"),
                "Flexvolume driver is not allowed to be used",
                errors);
        case "csi" ->
            driver(
                csiDrivers,
                volume.get("csi").text("driver"),
                volume.get("csi").path().child("driver"),
                "Inline CSI driver is not allowed to be used",
                errors);
        default -> {}
      }
    }
  }

  private static String type(At volume) {
    for (Map.Entry<String, JsonNode> field : volume.node().properties()) {
      if (!field.getKey().equals("name") && !field.getValue().isNull()) {
        return RENAMED.getOrDefault(field.getKey(), field.getKey());
      }
    }
    return "";
  }

  private boolean allowed(String type, At volume) {
    return types.contains("*")
        || types.contains(type)
        || (type.equals("projected")
            && types.contains("secret")
            && TokenVolume.holdsNothingElse(volume.get("projected")));
  }

  private static void driver(
      Set<String> allowed, String driver, Path at, String why, Errors errors) {
    if (!allowed.isEmpty() && !allowed.contains(driver)) {
      errors.invalidText(at, driver, why);
    }
  }
}
