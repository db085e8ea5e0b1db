package dev.muster.controllers;

import dev.muster.controllers.daemons.DaemonReconciler;
import dev.muster.controllers.deployments.DeploymentReconciler;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.replicas.ReplicaReconciler;
import dev.muster.controllers.statefulsets.StatefulReconciler;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Every controller of this module, with the service account as which it works. To add one: its
 * package, and one entry here.
 */
public final class ControllerList {
  private ControllerList() {}

  public static List<ControllerDescriptor> all() {
    return Stream.concat(workloads().stream(), BatchControllers.all().stream()).toList();
  }

  private static List<ControllerDescriptor> workloads() {
    return List.of(
        new ControllerDescriptor(
            "deployment-controller",
            List.of("deployment"),
            "deployment-controller",
            "deployment-controller",
            5,
            DeploymentReconciler::new),
        new ControllerDescriptor(
            "daemonset-controller",
            List.of("daemonset"),
            "daemon-set-controller",
            "daemonset-controller",
            2,
            DaemonReconciler::new),
        new ControllerDescriptor(
            "statefulset-controller",
            List.of("statefulset"),
            "statefulset-controller",
            "statefulset-controller",
            5,
            StatefulReconciler::new),
        new ControllerDescriptor(
            "replicaset-controller",
            List.of("replicaset"),
            "replicaset-controller",
            "replicaset-controller",
            5,
            ReplicaReconciler::ofReplicaSets),
        new ControllerDescriptor(
            "replicationcontroller-controller",
            List.of("replicationcontroller"),
            "replication-controller",
            "replication-controller",
            5,
            ReplicaReconciler::ofReplicationControllers));
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
