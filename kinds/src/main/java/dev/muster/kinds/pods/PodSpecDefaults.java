package dev.muster.kinds.pods;

import dev.muster.kinds.pods.security.SecurityDefaults;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.views.CoreV1.MutablePodSpec;

/**
 * What a pod's spec gets when left open, in pods and in pod templates alike. What only pods get is
 * in {@link PodDefaults}.
 */
public final class PodSpecDefaults {
  private PodSpecDefaults() {}

  /** Fills in what the spec leaves open. */
  public static void apply(MutablePodSpec spec) {
    serviceAccount(spec);
    spec.dnsPolicy().defaultTo("ClusterFirst");
    spec.restartPolicy().defaultTo("Always");
    spec.schedulerName().defaultTo("default-scheduler");
    SecurityDefaults.apply(spec);
    VolumeRules.applyDefaults(spec);
    spec.terminationGracePeriodSeconds().defaultTo(30);
    MutableContainers.all(spec).forEach(ContainerDefaults::apply);
    ResourceLists.round(spec.overhead());
    spec.resources().ifPresent(ResourceLists::roundRequirements);
  }

  /** The deprecated name is an alias: it fills in for the other one and then follows it. */
  private static void serviceAccount(MutablePodSpec spec) {
    String name = spec.serviceAccountName().text();
    if (name.isEmpty()) {
      name = spec.serviceAccount().text();
    }
    if (!name.isEmpty()) {
      spec.serviceAccountName(name).serviceAccount(name);
    }
  }
}
