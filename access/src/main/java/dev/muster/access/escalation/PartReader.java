package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.access.escalation.InventoryPart.Account;
import dev.muster.access.escalation.InventoryPart.CredentialSpec;
import dev.muster.access.escalation.InventoryPart.Maker;
import dev.muster.access.escalation.InventoryPart.Node;
import dev.muster.access.escalation.InventoryPart.Pod;
import dev.muster.access.escalation.InventoryPart.Policy;
import dev.muster.access.escalation.InventoryPart.Restricted;
import dev.muster.access.escalation.InventoryPart.Token;
import dev.muster.base.ServiceAccountName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads from one object, of whatever kind, what ways may lead through. */
final class PartReader {
  private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
  private static final String ACCOUNT = "kubernetes.io/service-account.name";
  private static final String TOKEN = "kubernetes.io/service-account-token";
  private static final Set<String> HELD_BACK = Set.of("baseline", "restricted");
  private static final Map<String, String> WORKLOADS =
      Map.of(
          "ReplicationController", "replicationcontrollers",
          "Deployment", "deployments",
          "DaemonSet", "daemonsets",
          "ReplicaSet", "replicasets",
          "StatefulSet", "statefulsets",
          "CronJob", "cronjobs");

  private PartReader() {}

  /** Empty for an object that leads nowhere. */
  static Optional<InventoryPart> read(JsonNode object) {
    String kind = object.path("kind").asText();
    String name = object.at("/metadata/name").asText();
    String namespace = object.at("/metadata/namespace").asText("default");
    String apiVersion = object.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return switch (group + "/" + kind) {
      case "/ServiceAccount" ->
          Optional.of(
              new Account(
                  new ServiceAccountName(namespace, name),
                  !object.path("automountServiceAccountToken").asBoolean(true)));
      case "/Pod" -> pod(object, namespace, name);
      case "/Secret" -> secret(object, namespace, name);
      case "/Node" -> Optional.of(new Node(name));
      case "/Namespace" ->
          HELD_BACK.contains(object.at("/metadata/labels").path(ENFORCE).asText())
              ? Optional.of(new Restricted(name))
              : Optional.empty();
      case "policy/PodSecurityPolicy", "extensions/PodSecurityPolicy" ->
          // pods under it may be privileged, or see what their node does
          Optional.of(new Policy(name, object.at("/spec/privileged").asBoolean()));
      case "windows.k8s.io/GMSACredentialSpec" -> Optional.of(new CredentialSpec(name));
      case "/ReplicationController",
          "apps/Deployment",
          "apps/DaemonSet",
          "apps/ReplicaSet",
          "apps/StatefulSet",
          "batch/CronJob" ->
          Optional.of(
              new Maker(new Workload(namespace, group, WORKLOADS.getOrDefault(kind, kind), name)));
      default -> Optional.empty();
    };
  }

  private static Optional<InventoryPart> pod(JsonNode pod, String namespace, String name) {
    String phase = pod.at("/status/phase").asText();
    if (phase.equals("Succeeded") || phase.equals("Failed")) {
      return Optional.empty();
    }
    String account = pod.at("/spec/serviceAccountName").asText("default");
    return Optional.of(
        new Pod(
            new ServiceAccountName(namespace, account),
            name,
            pod.at("/spec/nodeName").asText(),
            MountedToken.of(pod)));
  }

  private static Optional<InventoryPart> secret(JsonNode secret, String namespace, String name) {
    String account = secret.at("/metadata/annotations").path(ACCOUNT).asText();
    return secret.path("type").asText().equals(TOKEN) && !account.isEmpty()
        ? Optional.of(new Token(new TokenSecret(new ServiceAccountName(namespace, account), name)))
        : Optional.empty();
  }
}
