package dev.muster.admission.node;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.AWSElasticBlockStoreVolumeSource;
import dev.muster.views.CoreV1.AzureDiskVolumeSource;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import dev.muster.views.CoreV1.Volume;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Volumes of kinds that Kubernetes once mounted itself, and that CSI drivers mount instead. One
 * that the driver cannot be given is a problem.
 */
final class MigratedVolume {
  private static final Map<String, String> DRIVERS =
      Map.of(
          "gcePersistentDisk", "pd.csi.storage.gke.io",
          "awsElasticBlockStore", "ebs.csi.aws.com",
          "cinder", "cinder.csi.openstack.org",
          "azureDisk", "disk.csi.azure.com",
          "azureFile", "file.csi.azure.com",
          "vsphereVolume", "csi.vsphere.vmware.com",
          "portworxVolume", "pxd.portworx.com");

  private static final String AWS = "aws://";

  private MigratedVolume() {}

  /** The driver of a pod's own volume, or empty. */
  static String driverOfInline(Volume volume, List<String> problems) {
    for (Map.Entry<String, String> each : DRIVERS.entrySet()) {
      if (volume.at().has(each.getKey())) {
        String fault = fault(volume.awsElasticBlockStore(), volume.azureDisk());
        return driver(each.getValue(), fault, problems);
      }
    }
    return "";
  }

  /** The driver of a persistent volume, or empty. */
  static String driverOf(PersistentVolume volume, List<String> problems) {
    PersistentVolumeSpec spec = volume.spec();
    for (Map.Entry<String, String> each : DRIVERS.entrySet()) {
      if (spec.at().has(each.getKey())) {
        String fault = fault(spec.awsElasticBlockStore(), spec.azureDisk());
        return driver(each.getValue(), fault.isEmpty() ? fault(volume) : fault, problems);
      }
    }
    return "";
  }

  private static String driver(String name, String fault, List<String> problems) {
    if (fault.isEmpty()) {
      return name;
    }
    problems.add(fault);
    return "";
  }

  private static String fault(AWSElasticBlockStoreVolumeSource store, AzureDiskVolumeSource disk) {
    String id = store.volumeID().text();
    if (id.startsWith(AWS) && !namesVolume(id)) {
      return "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume ("
          + id
          + ")";
    }
    At kind = disk.kind();
    return kind.present() && !kind.text().equalsIgnoreCase("Managed")
        ? "kind(" + kind.text() + ") is not supported in csi migration"
        : "";
  }

  /** Whether it is a URL whose host is a zone, or empty, and whose path is a volume. */
  private static boolean namesVolume(String url) {
    int end = url.length();
    for (char after : new char[] {'?', '#'}) {
      int at = url.indexOf(after);
      end = at < 0 ? end : Math.min(end, at);
    }
    int path = url.indexOf('/', AWS.length());
    if (path < 0 || path >= end) {
      return false;
    }
    int first = path;
    while (first < end && url.charAt(first) == '/') {
      first++;
    }
    while (end > first && url.charAt(end - 1) == '/') {
      end--;
    }
    String id = url.substring(first, end);
    return id.startsWith("vol-") && id.indexOf('/') < 0;
  }

  private static String fault(PersistentVolume volume) {
    PersistentVolumeSpec spec = volume.spec();
    if (spec.azureFile().present()) {
      At own = spec.azureFile().secretNamespace();
      At namespace = own.present() ? own : spec.claimRef().namespace();
      return namespace.text().isEmpty()
          ? "could not find a secret namespace in PersistentVolumeSource or ClaimRef"
          : "";
    }
    return spec.gcePersistentDisk().present() ? region(volume.metadata().labels()) : "";
  }

  /** A disk in several zones is one of their region. */
  private static String region(At labels) {
    String old = labels.text("failure-domain.beta.kubernetes.io/zone");
    String label = old.isEmpty() ? labels.text("topology.kubernetes.io/zone") : old;
    List<String> zones = List.of(label.split("__", -1));
    if (zones.size() == 1) {
      return "";
    }
    Set<String> regions = new TreeSet<>();
    for (String zone : zones) {
      String[] parts = zone.split("-", -1);
      if (parts.length != 3) {
        return "failed to get region from zones: zone in unexpected format, expected:"
            + " {locale}-{region}-{zone}, got: "
            + zone;
      }
      regions.add(parts[0] + "-" + parts[1]);
    }
    return regions.size() == 1
        ? ""
        : "failed to get region from zones: multiple or no regions gotten from zones, got: "
            + regions.stream().map(r -> r + ":{}").collect(Collectors.joining(" ", "map[", "]"));
  }
}
