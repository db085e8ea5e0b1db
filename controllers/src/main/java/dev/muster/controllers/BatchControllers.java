package dev.muster.controllers;

import dev.muster.controllers.autoscaler.AutoscalerController;
import dev.muster.controllers.cronjob.CronJobController;
import dev.muster.controllers.disruption.DisruptionController;
import dev.muster.controllers.endpoints.EndpointSliceController;
import dev.muster.controllers.endpoints.EndpointsController;
import dev.muster.controllers.endpoints.SliceMirroringController;
import dev.muster.controllers.finished.TtlAfterFinished;
import dev.muster.controllers.job.JobController;
import dev.muster.controllers.podgc.PodGarbageCollector;
import dev.muster.controllers.quota.ResourceQuotaController;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import java.util.List;

/** Those that run to an end, count, and point at pods. */
final class BatchControllers {
  private BatchControllers() {}

  static List<ControllerDescriptor> all() {
    return List.of(
        JobController.descriptor(),
        CronJobController.descriptor(),
        TtlAfterFinished.descriptor(),
        DisruptionController.descriptor(),
        EndpointsController.descriptor(),
        EndpointSliceController.descriptor(),
        SliceMirroringController.descriptor(),
        ResourceQuotaController.descriptor(),
        PodGarbageCollector.descriptor(),
        AutoscalerController.descriptor());
  }
}
