package dev.muster.admission.psp;

import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.HostPathVolumeSource;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeMount;
import dev.muster.views.PolicyV1beta1.AllowedHostPath;
import java.util.List;

/** The directories of the host that pods may mount; all if there are none listed. */
record AllowedHostPaths(List<Allowed> prefixes) {

  record Allowed(String prefix, boolean readOnly) {
    boolean covers(String path) {
      String p = stripped(path);
      String start = stripped(prefix);
      return p.startsWith(start)
          && (p.length() == start.length() || p.charAt(start.length()) == '/');
    }

    private static String stripped(String path) {
      return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
  }

  static AllowedHostPaths of(List<AllowedHostPath> paths) {
    return new AllowedHostPaths(
        paths.stream().map(p -> new Allowed(p.pathPrefix().text(), p.readOnly().truth())).toList());
  }

  void check(Volume volume, PodDraft pod, Errors errors) {
    if (prefixes.isEmpty()) {
      return;
    }
    HostPathVolumeSource source = volume.hostPath();
    String path = source.path().text();
    List<Allowed> covering = prefixes.stream().filter(a -> a.covers(path)).toList();
    if (covering.isEmpty()) {
      errors.invalidText(source.at().path().child("pathPrefix"), path, "is not allowed to be used");
    } else if (covering.stream().allMatch(Allowed::readOnly)) {
      pod.containers().forEach(c -> readOnly(c, volume.name().text(), errors));
    }
  }

  private static void readOnly(ContainerDraft container, String volume, Errors errors) {
    for (VolumeMount mount : container.view().volumeMounts()) {
      if (mount.name().text().equals(volume) && !mount.readOnly().truth()) {
        errors.invalid(mount.readOnly().path(), "false", "must be read-only");
      }
    }
  }
}
