package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.security.SecurityDefaults;
import dev.muster.kinds.pods.volumes.VolumeRules;

/**
 * What a pod's spec gets when left open, in pods and in pod templates alike. What only pods get is
 * in {@link PodDefaults}.
 */
public final class PodSpecDefaults {
  private PodSpecDefaults() {}

  public static void apply(ObjectNode spec) {
    serviceAccount(spec);
    Children.defaultText(spec, "dnsPolicy", "ClusterFirst");
    Children.defaultText(spec, "restartPolicy", "Always");
    Children.defaultText(spec, "schedulerName", "default-scheduler");
    SecurityDefaults.apply(spec);
    VolumeRules.applyDefaults(spec);
    if (!spec.has("terminationGracePeriodSeconds")) {
      spec.put("terminationGracePeriodSeconds", 30L);
    }
    Children.allContainers(spec).forEach(ContainerDefaults::apply);
    ResourceLists.round(spec, "overhead");
    Children.struct(spec, "resources").ifPresent(ResourceLists::roundRequirements);
  }

  /** The deprecated name is an alias: it fills in for the other one and then follows it. */
  private static void serviceAccount(ObjectNode spec) {
    String name = Children.text(spec, "serviceAccountName");
    if (name.isEmpty()) {
      name = Children.text(spec, "serviceAccount");
    }
    if (!name.isEmpty()) {
      spec.put("serviceAccountName", name);
      spec.put("serviceAccount", name);
    }
  }
}
