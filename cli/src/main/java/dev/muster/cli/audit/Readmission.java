package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableObjectMeta;

/** A pod asked for once more, as a dry run under a name that is free. */
final class Readmission {
  private Readmission() {}

  static ObjectNode request(JsonNode pod) {
    Pod given = Pod.of(pod);
    MutablePod again = MutablePod.create().apiVersion("v1").kind("Pod");
    MutableObjectMeta metadata = again.metadata().ensure().generateName(given.name() + "-");
    metadata.labels().copy(given.metadata().labels().node());
    metadata.annotations().copy(given.metadata().annotations().node());
    again.spec().set(given.spec().tree());
    return again.tree();
  }

  static String path(JsonNode pod) {
    return "/api/v1/namespaces/" + Pod.of(pod).namespace() + "/pods?dryRun=All";
  }
}
