package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
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
  private final JsonNode pod;
  private final PodDirectories directories;

  ContainerMounts(JsonNode pod, PodDirectories directories) {
    this.pod = pod;
    this.directories = directories;
  }

  List<ContainerMount> of(JsonNode container, Map<String, String> environment)
      throws VolumeException {
    List<ContainerMount> mounts = new ArrayList<>();
    String containerName = container.path("name").asText();
    int index = 0;
    for (JsonNode mount : container.path("volumeMounts")) {
      JsonNode volume = volume(mount.path("name").asText(), containerName);
      if (!volume.has("image")) {
        mounts.add(mount(mount, volume, containerName, index, environment));
      }
      index++;
    }
    return mounts;
  }

  private JsonNode volume(String name, String container) throws VolumeException {
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      if (volume.path("name").asText().equals(name)) {
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
      JsonNode mount, JsonNode volume, String container, int index, Map<String, String> environment)
      throws VolumeException {
    String name = mount.path("name").asText();
    VolumeType type = VolumeType.of(volume).orElseThrow(() -> notFound(name, container));
    Path whole =
        type == VolumeType.HOST_PATH
            ? Path.of(type.source(volume).path("path").asText())
            : directories.volume(type, name);
    String subPath = subPath(mount, environment);
    Path host = whole;
    if (!subPath.isEmpty()) {
      SubPaths.check(subPath);
      host = directories.subPath(name, container, index);
      SubPaths.bind(whole, subPath, host, name, container);
    }
    String path = mount.path("mountPath").asText();
    return new ContainerMount(
        name,
        host,
        path.startsWith("/") ? path : "/" + path,
        mount.path("readOnly").asBoolean() || type.readOnly(),
        recursive(mount),
        propagation(mount),
        !subPath.isEmpty());
  }

  private static String subPath(JsonNode mount, Map<String, String> environment)
      throws VolumeException {
    String expression = mount.path("subPathExpr").asText();
    if (expression.isEmpty()) {
      return mount.path("subPath").asText();
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

  private static Propagation propagation(JsonNode mount) {
    return switch (mount.path("mountPropagation").asText()) {
      case "HostToContainer" -> Propagation.HOST_TO_CONTAINER;
      case "Bidirectional" -> Propagation.BIDIRECTIONAL;
      default -> Propagation.NONE;
    };
  }

  private static RecursiveReadOnly recursive(JsonNode mount) {
    return switch (mount.path("recursiveReadOnly").asText()) {
      case "Enabled" -> RecursiveReadOnly.ENABLED;
      case "IfPossible" -> RecursiveReadOnly.IF_POSSIBLE;
      default -> RecursiveReadOnly.DISABLED;
    };
  }
}
