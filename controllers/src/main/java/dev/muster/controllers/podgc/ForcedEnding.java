package dev.muster.controllers.podgc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.codec.Times;
import java.io.IOException;
import java.time.InstantSource;

/** Ends pods that no node will end. */
record ForcedEnding(ApiClient client, InstantSource clock) {

  /** Says that the pod failed, if it does not say how it ended, and deletes it at once. */
  void end(ObjectNode pod, boolean orphan) throws IOException {
    String path = ControlledResources.PODS.path(Meta.namespace(pod), Meta.name(pod));
    try {
      if (!new ObservedPod(pod).terminal()) {
        client.strategicPatch(path + "/status", failed(pod, orphan));
      }
      ObjectNode options = JsonNodeFactory.instance.objectNode();
      options.put("kind", "DeleteOptions").put("apiVersion", "v1").put("gracePeriodSeconds", 0);
      options.putObject("preconditions").put("uid", Meta.uid(pod));
      client.delete(path, options);
    } catch (ApiProblem e) {
      if (!e.isNotFound() && !e.isConflict()) {
        throw e;
      }
    }
  }

  private ObjectNode failed(ObjectNode pod, boolean orphan) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").put("uid", Meta.uid(pod));
    ObjectNode status = patch.putObject("status").put("phase", "Failed");
    if (orphan) {
      status
          .putArray("conditions")
          .addObject()
          .put("type", "DisruptionTarget")
          .put("status", "True")
          .put("reason", "DeletionByPodGC")
          .put("message", "PodGC: node no longer exists")
          .put("lastTransitionTime", Times.seconds(clock.instant()));
    }
    return patch;
  }
}
