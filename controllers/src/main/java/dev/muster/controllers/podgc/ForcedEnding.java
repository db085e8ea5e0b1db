package dev.muster.controllers.podgc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.MetaV1.MutableDeleteOptions;
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
      MutableDeleteOptions options =
          MutableDeleteOptions.create()
              .kind("DeleteOptions")
              .apiVersion("v1")
              .gracePeriodSeconds(0);
      options.preconditions().replace().uid(Meta.uid(pod));
      client.delete(path, options.tree());
    } catch (ApiProblem e) {
      if (!e.isNotFound() && !e.isConflict()) {
        throw e;
      }
    }
  }

  private ObjectNode failed(ObjectNode pod, boolean orphan) {
    MutablePod patch = MutablePod.create();
    patch.metadata().replace().uid(Meta.uid(pod));
    MutablePodStatus status = patch.status().replace().phase("Failed");
    if (orphan) {
      status
          .conditions()
          .add()
          .type("DisruptionTarget")
          .status("True")
          .reason("DeletionByPodGC")
          .message("PodGC: node no longer exists")
          .lastTransitionTime(Times.seconds(clock.instant()));
    }
    return patch.tree();
  }
}
