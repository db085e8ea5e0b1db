package dev.muster.controllers.deployments;

import dev.muster.controllers.reconcile.Requeue;
import java.util.List;

/** What is to be done about a deployment now, and when to look again if nothing changes. */
record DeploymentPlan(List<DeploymentStep> steps, Requeue next) {
  DeploymentPlan {
    steps = List.copyOf(steps);
  }
}
