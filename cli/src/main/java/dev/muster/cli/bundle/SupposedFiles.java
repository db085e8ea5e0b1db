package dev.muster.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.Mount;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.node.containers.ContainerFiles;
import dev.muster.node.containers.Hostname;
import dev.muster.node.containers.PodPaths;
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
    for (JsonNode mount : container.tree().path("volumeMounts")) {
      mounts.add(
          Mount.newBuilder()
              .setContainerPath(mount.path("mountPath").asText())
              .setHostPath(
                  volume(paths, pod, mount.path("name").asText())
                      .resolve(mount.path("subPath").asText())
                      .toString())
              .setReadonly(mount.path("readOnly").asBoolean())
              .build());
    }
    return mounts;
  }

  private static Path volume(PodPaths paths, Pod pod, String name) {
    for (JsonNode volume : pod.spec().path("volumes")) {
      if (volume.path("name").asText().equals(name)) {
        String path = volume.path("hostPath").path("path").asText();
        if (!path.isEmpty()) {
          return Path.of(path);
        }
        String type =
            volume.properties().stream()
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
