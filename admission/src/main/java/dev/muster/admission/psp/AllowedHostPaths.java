package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
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

  static AllowedHostPaths of(At paths) {
    return new AllowedHostPaths(
        paths.each().stream()
            .map(p -> new Allowed(p.text("pathPrefix"), p.get("readOnly").truth()))
            .toList());
  }

  void check(At volume, PodDraft pod, Errors errors) {
    if (prefixes.isEmpty()) {
      return;
    }
    String path = volume.get("hostPath").text("path");
    List<Allowed> covering = prefixes.stream().filter(a -> a.covers(path)).toList();
    if (covering.isEmpty()) {
      errors.invalidText(
          volume.get("hostPath").path().child("pathPrefix"), path, "is not allowed to be used");
    } else if (covering.stream().allMatch(Allowed::readOnly)) {
      pod.containers().forEach(c -> readOnly(c, volume.text("name"), errors));
    }
  }

  private static void readOnly(ContainerDraft container, String volume, Errors errors) {
    for (At mount : container.at().get("volumeMounts").each()) {
      if (mount.text("name").equals(volume) && !mount.get("readOnly").truth()) {
        errors.invalid(mount.path().child("readOnly"), "false", "must be read-only");
      }
    }
  }
}
