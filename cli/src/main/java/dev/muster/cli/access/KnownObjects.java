package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory;
import dev.muster.access.escalation.InventoryReader;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.cli.manifests.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is there beside roles and bindings, as far as it may be read.
 *
 * @param notes what could not be
 */
record KnownObjects(Inventory inventory, List<String> notes) {
  private static final Map<String, String> LISTS = new LinkedHashMap<>();

  static {
    LISTS.put("/api/v1/serviceaccounts", "ServiceAccount");
    LISTS.put("/api/v1/pods", "Pod");
    LISTS.put("/api/v1/nodes", "Node");
    LISTS.put("/api/v1/namespaces", "Namespace");
    LISTS.put("/api/v1/replicationcontrollers", "ReplicationController");
    LISTS.put("/apis/apps/v1/deployments", "Deployment");
    LISTS.put("/apis/apps/v1/daemonsets", "DaemonSet");
    LISTS.put("/apis/apps/v1/replicasets", "ReplicaSet");
    LISTS.put("/apis/apps/v1/statefulsets", "StatefulSet");
    LISTS.put("/apis/batch/v1/cronjobs", "CronJob");
    LISTS.put("/apis/policy/v1beta1/podsecuritypolicies", "PodSecurityPolicy");
    LISTS.put("/apis/windows.k8s.io/v1/gmsacredentialspecs", "GMSACredentialSpec");
  }

  static KnownObjects in(List<Manifest> manifests) {
    return new KnownObjects(
        InventoryReader.read(manifests.stream().map(Manifest::tree).toList()), List.of());
  }

  /** Secrets are not read: whoever asks need not see them. */
  static KnownObjects of(ClusterApi cluster) throws IOException, InterruptedException {
    List<JsonNode> objects = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Map.Entry<String, String> list : LISTS.entrySet()) {
      String path = list.getKey();
      try {
        String apiVersion = path.substring(path.indexOf('/', 1) + 1, path.lastIndexOf('/'));
        for (JsonNode item : cluster.list(path)) {
          if (item instanceof ObjectNode object) {
            objects.add(object.put("apiVersion", apiVersion).put("kind", list.getValue()));
          }
        }
      } catch (RefusedException e) {
        if (path.startsWith("/api/") || path.contains("/apps/") || path.contains("/batch/")) {
          notes.add("ways through " + path.substring(path.lastIndexOf('/') + 1) + " are not known");
        }
      }
    }
    notes.add("secrets are not read: a token in one of them is a way that is not shown");
    return new KnownObjects(InventoryReader.read(objects), notes);
  }
}
