package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fields and resources of the pod itself as files. */
final class DownwardPayload {
  private DownwardPayload() {}

  static Map<String, ProjectedFile> of(
      Pod pod, List<DownwardAPIVolumeFile> items, FileDefaults defaults, JsonNode allocatable)
      throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    VolumeProblems problems = new VolumeProblems();
    for (DownwardAPIVolumeFile item : items) {
      problems.collect(
          () ->
              files.put(
                  PayloadPaths.clean(item.path().text()),
                  new ProjectedFile(
                      Content.of(value(pod, item, allocatable)),
                      defaults.mode(item.mode()),
                      defaults.user(item.user()))));
    }
    problems.throwIfAny();
    return files;
  }

  private static String value(Pod pod, DownwardAPIVolumeFile item, JsonNode allocatable)
      throws VolumeException {
    if (item.fieldRef().present()) {
      return DownwardFields.value(pod, item.fieldRef().fieldPath().text());
    }
    return ContainerResources.value(pod, item.resourceFieldRef(), allocatable);
  }
}
