package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Objects of a cluster by which admission decides. */
final class AdmissionObjects {
  private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
  private static final Map<String, String> LISTS = new LinkedHashMap<>();

  static {
    LISTS.put("/apis/policy/v1beta1/podsecuritypolicies", "PodSecurityPolicy");
    LISTS.put(ADMISSION + "validatingadmissionpolicies", "ValidatingAdmissionPolicy");
    LISTS.put(ADMISSION + "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding");
    LISTS.put(
        ADMISSION.replace("v1", "v1beta1") + "mutatingadmissionpolicies",
        "MutatingAdmissionPolicy");
    LISTS.put(
        ADMISSION.replace("v1", "v1beta1") + "mutatingadmissionpolicybindings",
        "MutatingAdmissionPolicyBinding");
    LISTS.put(ADMISSION + "mutatingwebhookconfigurations", "MutatingWebhookConfiguration");
    LISTS.put(ADMISSION + "validatingwebhookconfigurations", "ValidatingWebhookConfiguration");
  }

  private AdmissionObjects() {}

  /**
   * Those of the kinds that change.
   *
   * @throws RefusedException if the cluster does not list them
   */
  static List<ObjectNode> of(ClusterApi cluster, List<ObjectNode> change)
      throws IOException, InterruptedException {
    List<ObjectNode> objects = new ArrayList<>();
    for (Map.Entry<String, String> list : LISTS.entrySet()) {
      String path = list.getKey();
      if (change.stream().noneMatch(o -> o.path("kind").asText().equals(list.getValue()))) {
        continue;
      }
      String apiVersion = path.substring("/apis/".length(), path.lastIndexOf('/'));
      for (JsonNode item : cluster.list(path)) {
        if (item instanceof ObjectNode object) {
          objects.add(object.put("apiVersion", apiVersion).put("kind", list.getValue()));
        }
      }
    }
    return objects;
  }
}
