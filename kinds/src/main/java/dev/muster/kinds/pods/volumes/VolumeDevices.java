package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.VolumeDevice;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Volumes that a container sees as raw block devices. */
final class VolumeDevices {
  private VolumeDevices() {}

  static void validate(
      ViewList<VolumeDevice> devices,
      Map<String, String> mounts,
      Set<String> volumeNames,
      Set<String> blocks,
      Errors errors) {
    Set<String> names = new HashSet<>();
    Set<String> paths = new HashSet<>();
    Set<String> mountPaths = new HashSet<>(mounts.values());
    for (VolumeDevice device : devices) {
      name(device.name(), names, volumeNames, blocks, errors);
      path(device.devicePath(), paths, errors);
      if (mounts.containsKey(device.name().text())) {
        errors.invalid(device.name(), "must not already exist in volumeMounts");
      }
      if (mountPaths.contains(device.devicePath().text())) {
        errors.invalid(device.devicePath(), "must not already exist as a path in volumeMounts");
      }
    }
  }

  private static void name(
      At name, Set<String> names, Set<String> volumeNames, Set<String> blocks, Errors errors) {
    if (name.empty()) {
      errors.required(name.path(), "");
    } else if (!names.add(name.text())) {
      errors.invalid(name, "must be unique");
    }
    if (!volumeNames.contains(name.text())) {
      errors.notFound(name.path(), GoText.quote(name.text()));
    } else if (!blocks.contains(name.text())) {
      errors.invalid(
          name,
          "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    }
  }

  private static void path(At path, Set<String> paths, Errors errors) {
    if (path.empty()) {
      errors.required(path.path(), "");
    }
    if (paths.contains(path.text())) {
      errors.invalid(path, "must be unique");
    }
    if (LocalPath.hasBacksteps(path.text())) {
      errors.invalid(path, "can not contain backsteps ('..')");
    } else {
      paths.add(path.text());
    }
  }
}
