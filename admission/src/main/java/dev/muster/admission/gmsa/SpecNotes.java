package dev.muster.admission.gmsa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Notes on a pod which contents of config maps it is admitted with. */
record SpecNotes(Cluster cluster) {

  /** Why the notes that a pod comes with are not the server's; empty if they may be. */
  Optional<String> forged(ObjectNode pod, String namespace) {
    At given = Pod.of(pod).metadata().annotations().get(AdmittedSpecs.ANNOTATION);
    AdmittedSpecs now = now(pod, namespace);
    boolean own = given.text().equals(now.text()) && !now.byConfigMap().isEmpty();
    return given.absent() || own
        ? Optional.empty()
        : Optional.of(
            "metadata.annotations["
                + AdmittedSpecs.ANNOTATION
                + "]: only the server says with what a pod was admitted: leave it out");
  }

  void write(ObjectNode pod, String namespace) {
    AdmittedSpecs now = now(pod, namespace);
    if (!now.byConfigMap().isEmpty()) {
      MutablePod.of(pod)
          .metadata()
          .ensure()
          .annotations()
          .map()
          .put(AdmittedSpecs.ANNOTATION, now.text());
    }
  }

  /** Empty if the pod's notes hold. */
  Optional<String> problem(ObjectNode pod, String namespace) {
    Optional<AdmittedSpecs> noted = AdmittedSpecs.of(pod);
    AdmittedSpecs now = now(pod, namespace);
    boolean invented =
        noted.isEmpty()
            || !now.byConfigMap().keySet().containsAll(noted.get().byConfigMap().keySet());
    if (invented) {
      return Optional.of(
          "metadata.annotations["
              + AdmittedSpecs.ANNOTATION
              + "] was changed while the pod was being admitted");
    }
    for (Map.Entry<String, AdmittedSpecs.Admitted> each : now.byConfigMap().entrySet()) {
      boolean same =
          noted
              .flatMap(specs -> specs.of(each.getKey()))
              .filter(admitted -> admitted.sha256().equals(each.getValue().sha256()))
              .isPresent();
      if (!same) {
        return Optional.of(
            "configmap \""
                + each.getKey()
                + "\" has changed, or was named, while the pod was being admitted: try again");
      }
    }
    return Optional.empty();
  }

  private AdmittedSpecs now(ObjectNode pod, String namespace) {
    Map<String, AdmittedSpecs.Admitted> found = new LinkedHashMap<>();
    for (String name : SpecSource.configMaps(pod)) {
      cluster
          .get("v1", "ConfigMap", namespace, name)
          .map(ConfigMap::of)
          .ifPresent(map -> found.put(name, admitted(map)));
    }
    return new AdmittedSpecs(found);
  }

  private static AdmittedSpecs.Admitted admitted(ConfigMap map) {
    return new AdmittedSpecs.Admitted(
        AdmittedSpecs.digest(map.data().text(CredentialSpec.KEY)),
        map.metadata().resourceVersion().text());
  }
}
