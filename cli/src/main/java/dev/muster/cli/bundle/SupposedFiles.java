package dev.muster.cli.bundle;

import dev.muster.cri.v1.Mount;
import dev.muster.node.containers.ContainerFiles;
import dev.muster.node.containers.Hostname;
import dev.muster.node.containers.PodPaths;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeMount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Where a node would have a pod's files. */
record SupposedFiles(PodPaths paths) implements ContainerFiles {
  private static final Pattern CAPITAL = Pattern.compile("(?<=[a-z])[A-Z]");

  @Override
  public Path hosts(Pod pod, Hostname hostname, List<String> podIps) {
    return paths.hosts(pod);
  }

  @Override
  public Path lastWords(Pod pod, ContainerSpec container) {
    return paths.messages(pod, container.name()).resolve("00000000");
  }

  /** The container's volumes. */
  static List<Mount> mounts(PodPaths paths, Pod pod, ContainerSpec container) {
    List<Mount> mounts = new ArrayList<>();
    for (VolumeMount mount : container.spec().volumeMounts()) {
      mounts.add(
          Mount.newBuilder()
              .setContainerPath(mount.mountPath().text())
              .setHostPath(
                  volume(paths, pod, mount.name().text())
                      .resolve(mount.subPath().text())
                      .toString())
              .setReadonly(mount.readOnly().truth())
              .build());
    }
    return mounts;
  }

  private static Path volume(PodPaths paths, Pod pod, String name) {
    for (Volume volume : pod.spec().volumes()) {
      if (volume.name().text().equals(name)) {
        String path = volume.hostPath().path().text();
        if (!path.isEmpty()) {
          return Path.of(path);
        }
        String type =
            volume.tree().properties().stream()
                .map(each -> each.getKey())
                .filter(key -> !key.equals("name"))
                .findFirst()
                .orElse("emptyDir");
        return paths
            .of(pod.uid())
            .resolve("volumes/kubernetes.io~" + directory(type))
            .resolve(name);
      }
    }
    return paths.of(pod.uid()).resolve("volumes").resolve(name);
  }

  private static String directory(String type) {
    return type.equals("configMap")
        ? "configmap"
        : CAPITAL
            .matcher(type)
            .replaceAll(found -> "-" + found.group().toLowerCase(Locale.ROOT))
            .toLowerCase(Locale.ROOT);
  }
}
