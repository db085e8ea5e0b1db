package dev.muster.kinds.pods;

import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodStatus;
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

  static Map<String, String> of(Pod pod) {
    PodSpec spec = pod.spec();
    PodStatus status = pod.status();
    Map<String, String> out = new LinkedHashMap<>();
    out.put("spec.nodeName", spec.nodeName().text());
    out.put("spec.restartPolicy", spec.restartPolicy().text());
    out.put("spec.schedulerName", spec.schedulerName().text());
    out.put("spec.serviceAccountName", spec.serviceAccountName().text());
    out.put("spec.hostNetwork", Boolean.toString(spec.hostNetwork().truth()));
    out.put("status.phase", status.phase().text());
    out.put("status.podIP", status.podIP().text());
    out.put("status.nominatedNodeName", status.nominatedNodeName().text());
    return out;
  }
}
