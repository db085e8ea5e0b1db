package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where a container sees its pod's volumes: as directories and as devices. */
public final class VolumeMounts {
  private static final List<String> PROPAGATION =
      List.of("Bidirectional", "HostToContainer", "None");
  private static final List<String> RECURSIVE = List.of("Disabled", "Enabled", "IfPossible");

  private VolumeMounts() {}

  /**
   * Checks volumeMounts, then volumeDevices.
   *
   * @param volumeNames what {@link VolumeRules#validate(At, Errors)} gave
   * @param blocks what {@link #blocks} gave
   */
  public static void validate(
      At container, Set<String> volumeNames, Set<String> blocks, Errors errors) {
    mounts(container, volumeNames, errors);
    VolumeDevices.validate(
        container.get("volumeDevices"),
        pathsByName(container.get("volumeMounts"), "mountPath"),
        volumeNames,
        blocks,
        errors);
  }

  /** The names of those volumes of a pod that can be devices. */
  public static Set<String> blocks(At volumes) {
    Set<String> names = new HashSet<>();
    for (At volume : volumes.each()) {
      if (volume.has("persistentVolumeClaim") || volume.has("ephemeral")) {
        names.add(volume.text("name"));
      }
    }
    return names;
  }

  static Map<String, String> pathsByName(At list, String path) {
    Map<String, String> out = new HashMap<>();
    list.each().forEach(e -> out.put(e.text("name"), e.text(path)));
    return out;
  }

  private static void mounts(At container, Set<String> volumeNames, Errors errors) {
    At list = container.get("volumeMounts");
    Map<String, String> devices = pathsByName(container.get("volumeDevices"), "devicePath");
    Set<String> devicePaths = new HashSet<>(devices.values());
    Set<String> paths = new HashSet<>();
    boolean privileged = container.get("securityContext", "privileged").truth();
    for (At mount : list.each()) {
      At name = mount.get("name");
      At path = mount.get("mountPath");
      if (name.empty()) {
        errors.required(name.path(), "");
      }
      if (!volumeNames.contains(name.text())) {
        errors.notFound(name.path(), GoText.quote(name.text()));
      }
      if (path.empty()) {
        errors.required(path.path(), "");
      }
      if (!paths.add(path.text())) {
        errors.invalid(path, "must be unique");
      }
      if (devices.containsKey(name.text())) {
        errors.invalid(name, "must not already exist in volumeDevices");
      }
      if (devicePaths.contains(path.text())) {
        errors.invalid(path, "must not already exist as a path in volumeDevices");
      }
      subPaths(mount, list.path(), errors);
      propagation(mount, list.path().child("mountPropagation"), privileged, errors);
      recursiveReadOnly(mount, list.path().child("recursiveReadOnly"), errors);
    }
  }

  /** Faults in sub-paths are said to be in the list, not in the mount. */
  private static void subPaths(At mount, Path list, Errors errors) {
    String plain = mount.text("subPath");
    At expression = mount.get("subPathExpr");
    if (!plain.isEmpty()) {
      LocalPath.descending(plain, list.child("subPath"), errors);
    }
    if (!expression.empty()) {
      if (!plain.isEmpty()) {
        errors.invalid(expression, "subPathExpr and subPath are mutually exclusive");
      }
      LocalPath.descending(expression.text(), list.child("subPathExpr"), errors);
    }
  }

  private static void propagation(At mount, Path at, boolean privileged, Errors errors) {
    At mode = new At(mount.get("mountPropagation").node(), at);
    if (mode.absent()) {
      return;
    }
    if (!PROPAGATION.contains(mode.text())) {
      errors.unsupported(mode, PROPAGATION);
    }
    if (mode.text().equals("Bidirectional") && !privileged) {
      errors.forbidden(
          at, "Bidirectional mount propagation is available only to privileged containers");
    }
  }

  private static void recursiveReadOnly(At mount, Path at, Errors errors) {
    At mode = new At(mount.get("recursiveReadOnly").node(), at);
    if (mode.absent() || mode.text().equals("Disabled")) {
      return;
    }
    if (!RECURSIVE.contains(mode.text())) {
      errors.unsupported(mode, RECURSIVE);
      return;
    }
    if (!mount.get("readOnly").truth()) {
      errors.forbidden(at, "may only be specified when readOnly is true");
    }
    At propagation = mount.get("mountPropagation");
    if (propagation.present() && !propagation.text().equals("None")) {
      errors.forbidden(at, "may only be specified when mountPropagation is None or not specified");
    }
  }
}
