package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.kinds.pods.PodIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Pods, nodes, events, and what pods are given. */
final class CorePrinters {
  private CorePrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("Pod", pod());
    all.put("Node", node());
    all.put("Event", event());
    all.put("Event.events.k8s.io", event());
    all.put(
        "Namespace",
        Printer.of(
            objectName(),
            text(
                "Status",
                "Whether the namespace is in use or going away.",
                o -> o.text("status/phase")),
            age()));
    all.put(
        "Secret",
        Printer.of(
            objectName(),
            text("Type", "What the secret is for.", o -> o.text("type")),
            number("Data", "How many entries it has.", o -> o.size("data")).declared("string"),
            age()));
    all.put(
        "ConfigMap",
        Printer.of(
            objectName(),
            number("Data", "How many entries it has.", o -> o.size("data") + o.size("binaryData"))
                .declared("string"),
            age()));
    all.put(
        "ServiceAccount",
        Printer.of(
            objectName(),
            number("Secrets", "How many secrets it may mount.", o -> o.size("secrets"))
                .declared("string"),
            age()));
    all.put(
        "ComponentStatus",
        Printer.of(
            objectName(),
            text("Status", "Whether the component is healthy.", CorePrinters::health),
            text(
                "Message",
                "What the component said.",
                o -> Shown.text(o.at("conditions").path(0).path("message"))),
            text(
                "Error",
                "What went wrong when it was asked.",
                o -> Shown.text(o.at("conditions").path(0).path("error")))));
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
                            Shown.text(o.at("status/podIPs").path(0).path("ip")),
                            o.text("status/podIP", Shown.NONE)))
                .wide(),
            text("Node", "The node it runs on.", o -> o.text("spec/nodeName", Shown.NONE)).wide(),
            text(
                    "Nominated Node",
                    "The node it will be tried on.",
                    o -> o.text("status/nominatedNodeName", Shown.NONE))
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

  private static String mismatch(Shown pod) {
    for (JsonNode condition : pod.at("status/conditions")) {
      if (condition.path("type").asText().equals(PodIdentity.AS_PREDICTED)
          && condition.path("status").asText().equals("False")) {
        return Shown.or(Shown.text(condition.path("message")), Shown.UNKNOWN);
      }
    }
    return Shown.NONE;
  }

  private static ArrayNode completion(Shown pod) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    String phase = pod.text("status/phase");
    String message =
        switch (phase) {
          case "Succeeded" -> "The pod has completed successfully.";
          case "Failed" -> "The pod failed.";
          default -> "";
        };
    if (!message.isEmpty()) {
      out.addObject()
          .put("type", "Completed")
          .put("status", "True")
          .put("reason", phase)
          .put("message", message);
    }
    return out;
  }

  private static String gates(Shown pod) {
    JsonNode gates = pod.at("spec/readinessGates");
    if (gates.isEmpty()) {
      return Shown.NONE;
    }
    long open = 0;
    for (JsonNode gate : gates) {
      for (JsonNode condition : pod.at("status/conditions")) {
        if (condition.path("type").equals(gate.path("conditionType"))) {
          open += condition.path("status").asText().equals("True") ? 1 : 0;
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
        text("Version", "The version of its agent.", o -> o.text("status/nodeInfo/kubeletVersion")),
        text("Internal-IP", "Its address inside.", o -> address(o, "InternalIP")).wide(),
        text("External-IP", "Its address outside.", o -> address(o, "ExternalIP")).wide(),
        info("OS-Image", "Its operating system.", "osImage"),
        info("Kernel-Version", "Its kernel.", "kernelVersion"),
        info("Container-Runtime", "What runs its containers.", "containerRuntimeVersion"));
  }

  private static Column info(String name, String description, String field) {
    return text(name, description, o -> o.text("status/nodeInfo/" + field, Shown.UNKNOWN)).wide();
  }

  private static String nodeStatus(Shown node) {
    String status = "Unknown";
    for (JsonNode condition : node.at("status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        status = condition.path("status").asText().equals("True") ? "Ready" : "NotReady";
      }
    }
    return node.at("spec/unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
  }

  private static String roles(Shown node) {
    TreeSet<String> roles = new TreeSet<>();
    for (Map.Entry<String, JsonNode> label : node.at("metadata/labels").properties()) {
      String prefix = "node-role.kubernetes.io/";
      if (label.getKey().startsWith(prefix) && label.getKey().length() > prefix.length()) {
        roles.add(label.getKey().substring(prefix.length()));
      } else if (label.getKey().equals("kubernetes.io/role")
          && !label.getValue().asText().isEmpty()) {
        roles.add(label.getValue().asText());
      }
    }
    return Shown.or(String.join(",", roles), Shown.NONE);
  }

  private static String address(Shown node, String type) {
    for (JsonNode address : node.at("status/addresses")) {
      if (address.path("type").asText().equals(type)) {
        return address.path("address").asText();
      }
    }
    return Shown.NONE;
  }

  /** Both versions of events: the newer one calls most fields differently. */
  private static Printer event() {
    return Printer.of(
        text("Last Seen", "When it was last observed.", CorePrinters::lastSeen),
        text("Type", "Whether it is normal or a warning.", o -> o.text("type")),
        text("Reason", "Why it happened, in one word.", o -> o.text("reason")),
        text("Object", "What it happened to.", CorePrinters::involved),
        text(
                "Subobject",
                "The part it happened to.",
                o -> either(o, "involvedObject/fieldPath", "regarding/fieldPath"))
            .wide(),
        text("Source", "Who reported it.", CorePrinters::source).wide(),
        text("Message", "What happened.", o -> either(o, "message", "note").strip()),
        text("First Seen", "When it was first observed.", CorePrinters::firstSeen).wide(),
        number("Count", "How often it was observed.", CorePrinters::count)
            .declared("string")
            .wide(),
        objectName().wide());
  }

  private static String either(Shown event, String path, String newer) {
    return event.text(path, event.text(newer));
  }

  private static String firstSeen(Shown event) {
    String first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
    return event.ago(Shown.or(first, event.text("eventTime")));
  }

  private static String lastSeen(Shown event) {
    if (event.has("series")) {
      return event.since("series/lastObservedTime");
    }
    String last = either(event, "lastTimestamp", "deprecatedLastTimestamp");
    return last.isEmpty() ? firstSeen(event) : event.ago(last);
  }

  private static long count(Shown event) {
    if (event.has("series")) {
      return event.number("series/count");
    }
    long count = event.number("count") + event.number("deprecatedCount");
    return count == 0 ? 1 : count;
  }

  private static String involved(Shown event) {
    String kind = either(event, "involvedObject/kind", "regarding/kind").toLowerCase(Locale.ROOT);
    String name = either(event, "involvedObject/name", "regarding/name");
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private static String source(Shown event) {
    String component =
        Shown.or(
            either(event, "source/component", "deprecatedSource/component"),
            either(event, "reportingComponent", "reportingController"));
    String host =
        Shown.or(
            either(event, "source/host", "deprecatedSource/host"), event.text("reportingInstance"));
    return host.isEmpty() ? component : component + ", " + host;
  }

  private static String health(Shown component) {
    for (JsonNode condition : component.at("conditions")) {
      if (condition.path("type").asText().equals("Healthy")) {
        return condition.path("status").asText().equals("True") ? "Healthy" : "Unhealthy";
      }
    }
    return "Unknown";
  }

  private static String quota(Shown quota, boolean limits) {
    List<String> all = new ArrayList<>();
    quota
        .at("status/hard")
        .properties()
        .forEach(
            e -> {
              if (e.getKey().startsWith("limits.") == limits) {
                String used = Shown.or(Shown.text(quota.at("status/used").path(e.getKey())), "0");
                all.add(e.getKey() + ": " + used + "/" + e.getValue().asText());
              }
            });
    all.sort(null);
    return String.join(", ", all);
  }
}
