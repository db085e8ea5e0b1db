package dev.muster.volumes;

import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeMount;
import dev.muster.volumes.ContainerMount.Propagation;
import dev.muster.volumes.ContainerMount.RecursiveReadOnly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** From a container's volumeMounts to what the runtime mounts. */
final class ContainerMounts {
  private final Pod pod;
  private final PodDirectories directories;

  ContainerMounts(Pod pod, PodDirectories directories) {
    this.pod = pod;
    this.directories = directories;
  }

  List<ContainerMount> of(Container container, Map<String, String> environment)
      throws VolumeException {
    List<ContainerMount> mounts = new ArrayList<>();
    String containerName = container.name().text();
    int index = 0;
    for (VolumeMount mount : container.volumeMounts()) {
      Volume volume = volume(mount.name().text(), containerName);
      if (!volume.image().present()) {
        mounts.add(mount(mount, volume, containerName, index, environment));
      }
      index++;
    }
    return mounts;
  }

  private Volume volume(String name, String container) throws VolumeException {
    for (Volume volume : pod.spec().volumes()) {
      if (volume.name().text().equals(name)) {
        return volume;
      }
    }
    throw notFound(name, container);
  }

  private static VolumeException notFound(String volume, String container) {
    return new VolumeException(
        "cannot find volume "
            + GoText.quote(volume)
            + " to mount into container "
            + GoText.quote(container));
  }

  private ContainerMount mount(
      VolumeMount mount,
      Volume volume,
      String container,
      int index,
      Map<String, String> environment)
      throws VolumeException {
    String name = mount.name().text();
    VolumeType type = VolumeType.of(volume).orElseThrow(() -> notFound(name, container));
    Path whole =
        type == VolumeType.HOST_PATH
            ? Path.of(volume.hostPath().path().text())
            : directories.volume(type, name);
    String subPath = subPath(mount, environment);
    Path host = whole;
    if (!subPath.isEmpty()) {
      SubPaths.check(subPath);
      host = directories.subPath(name, container, index);
      SubPaths.bind(whole, subPath, host, name, container);
    }
    String path = mount.mountPath().text();
    return new ContainerMount(
        name,
        host,
        path.startsWith("/") ? path : "/" + path,
        mount.readOnly().truth() || type.readOnly(),
        recursive(mount),
        propagation(mount),
        !subPath.isEmpty());
  }

  private static String subPath(VolumeMount mount, Map<String, String> environment)
      throws VolumeException {
    String expression = mount.subPathExpr().text();
    if (expression.isEmpty()) {
      return mount.subPath().text();
    }
    Set<String> missing = new TreeSet<>();
    String expanded =
        VariableExpansion.expand(
            expression,
            name -> {
              String value = environment.getOrDefault(name, "");
              if (value.isEmpty()) {
                missing.add(name);
              }
              return value;
            });
    if (!missing.isEmpty()) {
      throw new VolumeException("missing value for " + String.join(", ", missing));
    }
    return expanded;
  }

  private static Propagation propagation(VolumeMount mount) {
    return switch (mount.mountPropagation().text()) {
      case "HostToContainer" -> Propagation.HOST_TO_CONTAINER;
      case "Bidirectional" -> Propagation.BIDIRECTIONAL;
      default -> Propagation.NONE;
    };
  }

  private static RecursiveReadOnly recursive(VolumeMount mount) {
    return switch (mount.recursiveReadOnly().text()) {
      case "Enabled" -> RecursiveReadOnly.ENABLED;
      case "IfPossible" -> RecursiveReadOnly.IF_POSSIBLE;
      default -> RecursiveReadOnly.DISABLED;
    };
  }
}
