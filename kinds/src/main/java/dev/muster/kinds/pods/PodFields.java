package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields by which pods can be selected. */
final class PodFields {
  static final List<String> NAMES =
      List.of(
          "spec.nodeName",
          "spec.restartPolicy",
          "spec.schedulerName",
          "spec.serviceAccountName",
          "spec.hostNetwork",
          "status.phase",
          "status.podIP",
          "status.nominatedNodeName");

  private PodFields() {}

  static Map<String, String> of(ObjectNode pod) {
    JsonNode spec = pod.path("spec");
    JsonNode status = pod.path("status");
    Map<String, String> out = new LinkedHashMap<>();
    out.put("spec.nodeName", Children.text(spec, "nodeName"));
    out.put("spec.restartPolicy", Children.text(spec, "restartPolicy"));
    out.put("spec.schedulerName", Children.text(spec, "schedulerName"));
    out.put("spec.serviceAccountName", Children.text(spec, "serviceAccountName"));
    out.put("spec.hostNetwork", Boolean.toString(spec.path("hostNetwork").asBoolean()));
    out.put("status.phase", Children.text(status, "phase"));
    out.put("status.podIP", Children.text(status, "podIP"));
    out.put("status.nominatedNodeName", Children.text(status, "nominatedNodeName"));
    return out;
  }
}
