package dev.muster.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.Mount;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.pod.Container;
import dev.muster.node.pod.Pod;
import dev.muster.node.pods.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Volumes that are directories: emptyDir and hostPath. */
record PlainVolumes(PodPaths paths) implements Volumes {
  @Override
  public void prepare(Pod pod) throws Problem {
    for (JsonNode volume : pod.spec().path("volumes")) {
      if (volume.has("emptyDir")) {
        try {
          Files.createDirectories(directory(pod, volume.path("name").asText()));
        } catch (IOException e) {
          throw new Problem(String.valueOf(e.getMessage()));
        }
      }
    }
  }

  private Path directory(Pod pod, String volume) {
    return paths.of(pod.uid()).resolve("volumes").resolve(volume);
  }

  @Override
  public List<Mount> mounts(Pod pod, Container container, Map<String, String> environment) {
    List<Mount> mounts = new ArrayList<>();
    for (JsonNode mount : container.tree().path("volumeMounts")) {
      for (JsonNode volume : pod.spec().path("volumes")) {
        String name = volume.path("name").asText();
        if (name.equals(mount.path("name").asText())) {
          String host =
              volume.has("hostPath")
                  ? volume.path("hostPath").path("path").asText()
                  : directory(pod, name).toString();
          if (volume.has("hostPath") || volume.has("emptyDir")) {
            mounts.add(
                Mount.newBuilder()
                    .setContainerPath(mount.path("mountPath").asText())
                    .setHostPath(host)
                    .setReadonly(mount.path("readOnly").asBoolean())
                    .build());
          }
        }
      }
    }
    return mounts;
  }

  @Override
  public void release(String uid) {}
}
