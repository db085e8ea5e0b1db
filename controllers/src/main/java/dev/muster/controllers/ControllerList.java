package dev.muster.controllers;

import dev.muster.controllers.cronjob.CronJobController;
import dev.muster.controllers.disruption.DisruptionController;
import dev.muster.controllers.endpoints.EndpointSliceController;
import dev.muster.controllers.endpoints.EndpointsController;
import dev.muster.controllers.finished.TtlAfterFinished;
import dev.muster.controllers.job.JobController;
import dev.muster.controllers.quota.ResourceQuotaController;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every controller of this module, with the service account as which it works. To add one: its
 * package, and one entry here.
 */
public final class ControllerList {
  private ControllerList() {}

  public static List<ControllerDescriptor> all() {
    return List.of(
        JobController.descriptor(),
        CronJobController.descriptor(),
        TtlAfterFinished.descriptor(),
        DisruptionController.descriptor(),
        EndpointsController.descriptor(),
        EndpointSliceController.descriptor(),
        ResourceQuotaController.descriptor());
  }

  /** All words by which {@code --controllers} can name one of them. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (ControllerDescriptor one : all()) {
      names.add(one.name());
      names.addAll(one.olderNames());
    }
    return names;
  }
}
