package dev.muster.admission.gmsa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.SpecSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Notes on a pod which contents of config maps it is admitted with. */
record SpecNotes(Cluster cluster) {

  void write(ObjectNode pod, String namespace) {
    AdmittedSpecs now = now(pod, namespace);
    if (!now.byConfigMap().isEmpty()) {
      pod.withObjectProperty("metadata")
          .withObjectProperty("annotations")
          .put(AdmittedSpecs.ANNOTATION, now.text());
    }
  }

  /** Empty if the pod's notes hold. */
  Optional<String> problem(ObjectNode pod, String namespace) {
    Optional<AdmittedSpecs> noted = AdmittedSpecs.of(pod);
    for (Map.Entry<String, AdmittedSpecs.Admitted> each :
        now(pod, namespace).byConfigMap().entrySet()) {
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
          .ifPresent(
              map ->
                  found.put(
                      name,
                      new AdmittedSpecs.Admitted(
                          AdmittedSpecs.digest(map.path("data").path(CredentialSpec.KEY).asText()),
                          map.path("metadata").path("resourceVersion").asText())));
    }
    return new AdmittedSpecs(found);
  }
}
