package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Kinds that nothing acts on here: who creates one is told, rather than left to wait. A server that
 * runs no controllers says nothing, as a real one: there they run elsewhere.
 *
 * @param controllers {@code *}, names, and {@code -name} for those that are left out
 * @param services who acts on those, beside controllers
 */
public record StoredOnly(Set<String> controllers, ServiceRouting services) {
  public static final StoredOnly NONE = new StoredOnly(Set.of());

  /** Who acts on a kind, by its name and the older one. */
  private static final Map<String, List<String>> ACTORS =
      Map.ofEntries(
          Map.entry("Deployment.apps", List.of("deployment-controller", "deployment")),
          Map.entry("ReplicaSet.apps", List.of("replicaset-controller", "replicaset")),
          Map.entry("DaemonSet.apps", List.of("daemonset-controller", "daemonset")),
          Map.entry("StatefulSet.apps", List.of("statefulset-controller", "statefulset")),
          Map.entry(
              "ReplicationController",
              List.of("replicationcontroller-controller", "replicationcontroller")),
          Map.entry("Job.batch", List.of("job-controller", "job")),
          Map.entry("CronJob.batch", List.of("cronjob-controller", "cronjob")),
          Map.entry("PodDisruptionBudget.policy", List.of("disruption-controller", "disruption")),
          Map.entry("ResourceQuota", List.of("resourcequota-controller", "resourcequota")),
          Map.entry(
              "PersistentVolume",
              List.of("persistentvolume-protection-controller", "pv-protection")),
          Map.entry(
              "PersistentVolumeClaim",
              List.of("persistentvolumeclaim-protection-controller", "pvc-protection")),
          Map.entry("Service", List.of("endpointslice-controller", "endpointslice")),
          Map.entry(
              "HorizontalPodAutoscaler.autoscaling",
              List.of("horizontal-pod-autoscaler-controller", "horizontalpodautoscaling")));

  /** What Muster has nobody for. */
  private static final Set<String> NOBODY =
      Set.of(
          "Ingress.networking.k8s.io",
          "IngressClass.networking.k8s.io",
          "IPAddress.networking.k8s.io",
          "NetworkPolicy.networking.k8s.io",
          "ServiceCIDR.networking.k8s.io",
          "CSIDriver.storage.k8s.io",
          "CSINode.storage.k8s.io",
          "CSIStorageCapacity.storage.k8s.io",
          "StorageClass.storage.k8s.io",
          "VolumeAttachment.storage.k8s.io",
          "VolumeAttributesClass.storage.k8s.io",
          "DeviceClass.resource.k8s.io",
          "ResourceSlice.resource.k8s.io",
          "ResourceClaim.resource.k8s.io",
          "ResourceClaimTemplate.resource.k8s.io");

  public StoredOnly {
    controllers = Set.copyOf(controllers);
  }

  /** Where nobody said who acts on services. */
  public StoredOnly(Set<String> controllers) {
    this(controllers, new ServiceRouting());
  }

  /** What to tell who wrote an object. */
  List<String> warnings(Kind kind, boolean created, Supplier<ObjectNode> object) {
    List<String> all = new ArrayList<>();
    if (created) {
      warning(kind).ifPresent(all::add);
    }
    if (kind.group().isEmpty() && kind.kind().equals("Service")) {
      all.addAll(services.warnings(object.get()));
    }
    return all;
  }

  /** What to tell who creates an object of the kind, if there is something to tell. */
  Optional<String> warning(Kind kind) {
    String name = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
    List<String> actors = ACTORS.get(name);
    if (controllers.isEmpty() || actors == null && !NOBODY.contains(name)) {
      return Optional.empty();
    }
    String fact = "no controller here acts on " + kind.kind() + ": it is stored only";
    if (actors == null) {
      return Optional.of(fact);
    }
    return runs(actors)
        ? Optional.empty()
        : Optional.of(fact + "; --controllers=" + actors.getFirst() + " starts one");
  }

  private boolean runs(List<String> names) {
    boolean left = names.stream().anyMatch(name -> controllers.contains("-" + name));
    return !left && (controllers.contains("*") || names.stream().anyMatch(controllers::contains));
  }
}
