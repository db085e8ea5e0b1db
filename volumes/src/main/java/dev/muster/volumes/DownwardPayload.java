package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/** Fields and resources of the pod itself as files. */
final class DownwardPayload {
  private DownwardPayload() {}

  static Map<String, ProjectedFile> of(
      JsonNode pod, JsonNode items, FileDefaults defaults, JsonNode allocatable)
      throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    VolumeProblems problems = new VolumeProblems();
    for (JsonNode item : items) {
      problems.collect(
          () ->
              files.put(
                  PayloadPaths.clean(item.path("path").asText()),
                  new ProjectedFile(
                      Content.of(value(pod, item, allocatable)),
                      defaults.mode(item),
                      defaults.user(item))));
    }
    problems.throwIfAny();
    return files;
  }

  private static String value(JsonNode pod, JsonNode item, JsonNode allocatable)
      throws VolumeException {
    if (item.has("fieldRef")) {
      return DownwardFields.value(pod, item.path("fieldRef").path("fieldPath").asText());
    }
    JsonNode resource = item.path("resourceFieldRef");
    return ContainerResources.value(
        pod, resource.path("containerName").asText(), resource, allocatable);
  }
}
