package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.base.ServiceAccountName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads from objects what ways may lead through; other kinds are passed over. */
public final class InventoryReader {
  private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
  private static final String ACCOUNT = "kubernetes.io/service-account.name";
  private static final String AUTOMOUNT = "automountServiceAccountToken";
  private static final Set<String> HELD_BACK = Set.of("baseline", "restricted");
  private static final Map<String, String> WORKLOADS =
      Map.of(
          "ReplicationController", "replicationcontrollers",
          "Deployment", "deployments",
          "DaemonSet", "daemonsets",
          "ReplicaSet", "replicasets",
          "StatefulSet", "statefulsets",
          "CronJob", "cronjobs");

  private final Set<ServiceAccountName> accounts = new LinkedHashSet<>();
  private final Set<ServiceAccountName> silent = new HashSet<>();
  private final List<Pod> pods = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();
  private final List<TokenSecret> tokens = new ArrayList<>();
  private final Set<String> nodes = new LinkedHashSet<>();
  private final Set<String> restricted = new LinkedHashSet<>();
  private final Set<String> policies = new LinkedHashSet<>();
  private final Set<String> specs = new LinkedHashSet<>();
  private boolean policiesInUse;

  /** What is kept of one until all accounts are read. */
  private record Pod(
      ServiceAccountName account, String name, String node, Optional<MountedToken> token) {}

  private InventoryReader() {}

  /** What the objects tell. */
  public static Inventory read(Iterable<? extends JsonNode> objects) {
    InventoryReader reader = new InventoryReader();
    objects.forEach(reader::add);
    return new Inventory(
        reader.accounts,
        reader.running(),
        reader.workloads,
        reader.tokens,
        reader.nodes,
        reader.restricted,
        reader.policiesInUse ? Optional.of(reader.policies) : Optional.empty(),
        reader.specs);
  }

  private void add(JsonNode object) {
    String kind = object.path("kind").asText();
    String name = object.at("/metadata/name").asText();
    String namespace = object.at("/metadata/namespace").asText("default");
    String apiVersion = object.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    switch (group + "/" + kind) {
      case "/ServiceAccount" -> account(object, new ServiceAccountName(namespace, name));
      case "/Pod" -> pod(object, namespace, name);
      case "/Secret" -> secret(object, namespace, name);
      case "/Node" -> nodes.add(name);
      case "/Namespace" -> {
        if (HELD_BACK.contains(object.at("/metadata/labels").path(ENFORCE).asText())) {
          restricted.add(name);
        }
      }
      case "policy/PodSecurityPolicy", "extensions/PodSecurityPolicy" -> policy(object, name);
      case "windows.k8s.io/GMSACredentialSpec" -> specs.add(name);
      case "/ReplicationController",
          "apps/Deployment",
          "apps/DaemonSet",
          "apps/ReplicaSet",
          "apps/StatefulSet",
          "batch/CronJob" ->
          workloads.add(new Workload(namespace, group, WORKLOADS.getOrDefault(kind, kind), name));
      default -> {}
    }
  }

  private void account(JsonNode object, ServiceAccountName account) {
    accounts.add(account);
    if (!object.path(AUTOMOUNT).asBoolean(true)) {
      silent.add(account);
    }
  }

  private void pod(JsonNode pod, String namespace, String name) {
    String phase = pod.at("/status/phase").asText();
    if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
      String account = pod.at("/spec/serviceAccountName").asText("default");
      pods.add(
          new Pod(
              new ServiceAccountName(namespace, account),
              name,
              pod.at("/spec/nodeName").asText(),
              MountedToken.of(pod)));
    }
  }

  /** Once all accounts are read; those whose token is certain first. */
  private List<RunningPod> running() {
    List<RunningPod> running = new ArrayList<>();
    for (Pod pod : pods) {
      MountedToken token =
          pod.token()
              .orElseGet(
                  () ->
                      MountedToken.by(
                          accounts.contains(pod.account()), silent.contains(pod.account())));
      if (token != MountedToken.NONE) {
        running.add(
            new RunningPod(pod.account(), pod.name(), pod.node(), token == MountedToken.CERTAIN));
      }
    }
    running.sort(Comparator.comparing(pod -> !pod.hasToken()));
    return running;
  }

  private void secret(JsonNode secret, String namespace, String name) {
    String account = secret.at("/metadata/annotations").path(ACCOUNT).asText();
    if (secret.path("type").asText().equals("kubernetes.io/service-account-token")
        && !account.isEmpty()) {
      tokens.add(new TokenSecret(new ServiceAccountName(namespace, account), name));
    }
  }

  /** Whether pods under it may be privileged, or see what their node does. */
  private void policy(JsonNode policy, String name) {
    policiesInUse = true;
    if (policy.at("/spec/privileged").asBoolean()) {
      policies.add(name);
    }
  }
}
