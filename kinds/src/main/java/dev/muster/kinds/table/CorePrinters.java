package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.kinds.pods.PodIdentity;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ComponentCondition;
import dev.muster.views.CoreV1.ComponentStatus;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.Namespace;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeAddress;
import dev.muster.views.CoreV1.NodeCondition;
import dev.muster.views.CoreV1.NodeSystemInfo;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.CoreV1.PodIP;
import dev.muster.views.CoreV1.PodReadinessGate;
import dev.muster.views.CoreV1.ResourceQuota;
import dev.muster.views.CoreV1.ResourceQuotaStatus;
import dev.muster.views.CoreV1.Secret;
import dev.muster.views.CoreV1.ServiceAccount;
import dev.muster.views.MetaV1.MutableTableRowCondition;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Pods, nodes, events, and what pods are given. */
final class CorePrinters {
  private CorePrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("Pod", pod());
    all.put("Node", node());
    all.put("Event", EventPrinter.printer());
    all.put("Event.events.k8s.io", EventPrinter.printer());
    all.put(
        "Namespace",
        Printer.of(
            objectName(),
            text(
                "Status",
                "Whether the namespace is in use or going away.",
                o -> o.as(Namespace::of).status().phase().text()),
            age()));
    all.put(
        "Secret",
        Printer.of(
            objectName(),
            text("Type", "What the secret is for.", o -> o.as(Secret::of).type().text()),
            number("Data", "How many entries it has.", o -> o.as(Secret::of).data().size())
                .declared("string"),
            age()));
    all.put(
        "ConfigMap",
        Printer.of(
            objectName(),
            number(
                    "Data",
                    "How many entries it has.",
                    o ->
                        o.as(ConfigMap::of).data().size() + o.as(ConfigMap::of).binaryData().size())
                .declared("string"),
            age()));
    all.put(
        "ServiceAccount",
        Printer.of(
            objectName(),
            number(
                    "Secrets",
                    "How many secrets it may mount.",
                    o -> o.as(ServiceAccount::of).secrets().size())
                .declared("string"),
            age()));
    all.put(
        "ComponentStatus",
        Printer.of(
            objectName(),
            text("Status", "Whether the component is healthy.", CorePrinters::health),
            text("Message", "What the component said.", o -> first(o).message().text()),
            text("Error", "What went wrong when it was asked.", o -> first(o).error().text())));
    all.put(
        "ResourceQuota",
        Printer.of(
            objectName(),
            text("Request", "Used and allowed, except limits.", o -> quota(o, false)),
            text("Limit", "Used and allowed limits.", o -> quota(o, true)),
            age()));
  }

  private static Printer pod() {
    List<Column> columns =
        List.of(
            objectName(),
            text("Ready", "Ready containers out of all.", o -> PodState.of(o).ready()),
            text("Status", "What the pod is doing.", o -> PodState.of(o).reason()),
            text(
                "Restarts",
                "How often its containers started again.",
                o -> PodState.of(o).restarts()),
            age(),
            text(
                    "IP",
                    "The pod's address.",
                    o ->
                        Shown.or(
                            firstIp(o),
                            Shown.or(o.as(Pod::of).status().podIP().text(), Shown.NONE)))
                .wide(),
            text(
                    "Node",
                    "The node it runs on.",
                    o -> Shown.or(o.as(Pod::of).spec().nodeName().text(), Shown.NONE))
                .wide(),
            text(
                    "Nominated Node",
                    "The node it will be tried on.",
                    o -> Shown.or(o.as(Pod::of).status().nominatedNodeName().text(), Shown.NONE))
                .wide(),
            text("Readiness Gates", "Gates that are open out of all.", CorePrinters::gates).wide());
    Column mismatch =
        text(
                "Identity Mismatch",
                "Who its processes are, where that is not who they were predicted to be.",
                CorePrinters::mismatch)
            .wide();
    return new Printer(columns, List.of(mismatch), CorePrinters::completion);
  }

  private static String firstIp(Shown pod) {
    ViewList<PodIP> all = pod.as(Pod::of).status().podIPs();
    return all.isEmpty() ? "" : all.getFirst().ip().text();
  }

  private static ComponentCondition first(Shown component) {
    ViewList<ComponentCondition> all = component.as(ComponentStatus::of).conditions();
    return all.isEmpty() ? ComponentCondition.of(MissingNode.getInstance()) : all.getFirst();
  }

  private static String mismatch(Shown pod) {
    for (PodCondition condition : pod.as(Pod::of).status().conditions()) {
      if (condition.type().text().equals(PodIdentity.AS_PREDICTED)
          && condition.status().text().equals("False")) {
        return Shown.or(Shown.text(condition.message()), Shown.UNKNOWN);
      }
    }
    return Shown.NONE;
  }

  private static ArrayNode completion(Shown pod) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    String phase = pod.as(Pod::of).status().phase().text();
    String message =
        switch (phase) {
          case "Succeeded" -> "The pod has completed successfully.";
          case "Failed" -> "The pod failed.";
          default -> "";
        };
    if (!message.isEmpty()) {
      MutableTableRowCondition completed = MutableTableRowCondition.create();
      completed.type("Completed").status("True").reason(phase).message(message);
      out.add(completed.tree());
    }
    return out;
  }

  private static String gates(Shown pod) {
    ViewList<PodReadinessGate> gates = pod.as(Pod::of).spec().readinessGates();
    if (gates.isEmpty()) {
      return Shown.NONE;
    }
    long open = 0;
    for (PodReadinessGate gate : gates) {
      for (PodCondition condition : pod.as(Pod::of).status().conditions()) {
        if (condition.type().text().equals(gate.conditionType().text())) {
          open += condition.status().text().equals("True") ? 1 : 0;
          break;
        }
      }
    }
    return open + "/" + gates.size();
  }

  private static Printer node() {
    return Printer.of(
        objectName(),
        text("Status", "Whether pods can run there.", CorePrinters::nodeStatus),
        text("Roles", "What the node is for, by its labels.", CorePrinters::roles),
        age(),
        text(
            "Version",
            "The version of its agent.",
            o -> o.as(Node::of).status().nodeInfo().kubeletVersion().text()),
        text("Internal-IP", "Its address inside.", o -> address(o, "InternalIP")).wide(),
        text("External-IP", "Its address outside.", o -> address(o, "ExternalIP")).wide(),
        info("OS-Image", "Its operating system.", NodeSystemInfo::osImage),
        info("Kernel-Version", "Its kernel.", NodeSystemInfo::kernelVersion),
        info(
            "Container-Runtime",
            "What runs its containers.",
            NodeSystemInfo::containerRuntimeVersion));
  }

  private static Column info(String name, String description, Function<NodeSystemInfo, At> field) {
    return text(
            name,
            description,
            o -> Shown.or(field.apply(o.as(Node::of).status().nodeInfo()).text(), Shown.UNKNOWN))
        .wide();
  }

  private static String nodeStatus(Shown node) {
    String status = "Unknown";
    for (NodeCondition condition : node.as(Node::of).status().conditions()) {
      if (condition.type().text().equals("Ready")) {
        status = condition.status().text().equals("True") ? "Ready" : "NotReady";
      }
    }
    return node.as(Node::of).spec().unschedulable().truth()
        ? status + ",SchedulingDisabled"
        : status;
  }

  private static String roles(Shown node) {
    TreeSet<String> roles = new TreeSet<>();
    for (Map.Entry<String, At> label : node.as(Node::of).metadata().labels().entries()) {
      String prefix = "node-role.kubernetes.io/";
      if (label.getKey().startsWith(prefix) && label.getKey().length() > prefix.length()) {
        roles.add(label.getKey().substring(prefix.length()));
      } else if (label.getKey().equals("kubernetes.io/role")
          && !label.getValue().text().isEmpty()) {
        roles.add(label.getValue().text());
      }
    }
    return Shown.or(String.join(",", roles), Shown.NONE);
  }

  private static String address(Shown node, String type) {
    for (NodeAddress address : node.as(Node::of).status().addresses()) {
      if (address.type().text().equals(type)) {
        return address.address().text();
      }
    }
    return Shown.NONE;
  }

  private static String health(Shown component) {
    for (ComponentCondition condition : component.as(ComponentStatus::of).conditions()) {
      if (condition.type().text().equals("Healthy")) {
        return condition.status().text().equals("True") ? "Healthy" : "Unhealthy";
      }
    }
    return "Unknown";
  }

  private static String quota(Shown quota, boolean limits) {
    List<String> all = new ArrayList<>();
    ResourceQuotaStatus status = quota.as(ResourceQuota::of).status();
    for (Map.Entry<String, At> hard : status.hard().entries()) {
      if (hard.getKey().startsWith("limits.") == limits) {
        String used = Shown.or(status.used().text(hard.getKey()), "0");
        all.add(hard.getKey() + ": " + used + "/" + hard.getValue().text());
      }
    }
    all.sort(null);
    return String.join(", ", all);
  }
}
