package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeDevice;
import dev.muster.views.CoreV1.VolumeMount;
import dev.muster.views.ViewList;
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
      Container container, Set<String> volumeNames, Set<String> blocks, Errors errors) {
    mounts(container, volumeNames, errors);
    Map<String, String> mountPaths = new HashMap<>();
    for (VolumeMount mount : container.volumeMounts()) {
      mountPaths.put(mount.name().text(), mount.mountPath().text());
    }
    VolumeDevices.validate(container.volumeDevices(), mountPaths, volumeNames, blocks, errors);
  }

  /** The names of those volumes of a pod that can be devices. */
  public static Set<String> blocks(ViewList<Volume> volumes) {
    Set<String> names = new HashSet<>();
    for (Volume volume : volumes) {
      if (volume.persistentVolumeClaim().present() || volume.ephemeral().present()) {
        names.add(volume.name().text());
      }
    }
    return names;
  }

  private static void mounts(Container container, Set<String> volumeNames, Errors errors) {
    ViewList<VolumeMount> list = container.volumeMounts();
    Map<String, String> devices = new HashMap<>();
    for (VolumeDevice device : container.volumeDevices()) {
      devices.put(device.name().text(), device.devicePath().text());
    }
    Set<String> devicePaths = new HashSet<>(devices.values());
    Set<String> paths = new HashSet<>();
    boolean privileged = container.securityContext().privileged().truth();
    for (VolumeMount mount : list) {
      At name = mount.name();
      At path = mount.mountPath();
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
      subPaths(mount, list.at().path(), errors);
      propagation(mount, list.at().path().child("mountPropagation"), privileged, errors);
      recursiveReadOnly(mount, list.at().path().child("recursiveReadOnly"), errors);
    }
  }

  /** Faults in sub-paths are said to be in the list, not in the mount. */
  private static void subPaths(VolumeMount mount, Path list, Errors errors) {
    String plain = mount.subPath().text();
    At expression = mount.subPathExpr();
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

  private static void propagation(VolumeMount mount, Path at, boolean privileged, Errors errors) {
    At mode = new At(mount.mountPropagation().node(), at);
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

  private static void recursiveReadOnly(VolumeMount mount, Path at, Errors errors) {
    At mode = new At(mount.recursiveReadOnly().node(), at);
    if (mode.absent() || mode.text().equals("Disabled")) {
      return;
    }
    if (!RECURSIVE.contains(mode.text())) {
      errors.unsupported(mode, RECURSIVE);
      return;
    }
    if (!mount.readOnly().truth()) {
      errors.forbidden(at, "may only be specified when readOnly is true");
    }
    At propagation = mount.mountPropagation();
    if (propagation.present() && !propagation.text().equals("None")) {
      errors.forbidden(at, "may only be specified when mountPropagation is None or not specified");
    }
  }
}
