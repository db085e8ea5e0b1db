package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.flag;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;
import static dev.muster.kinds.table.Column.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the cluster as a whole is run with. */
final class ClusterPrinters {
  private ClusterPrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("NodeMetrics.metrics.k8s.io", UsageColumns.printer(o -> List.of(o.at("usage"))));
    all.put(
        "PodMetrics.metrics.k8s.io",
        UsageColumns.printer(o -> o.at("containers").findValues("usage")));
    all.put(
        "Lease.coordination.k8s.io",
        Printer.of(
            objectName(),
            text("Holder", "Who holds it.", o -> o.text("spec/holderIdentity")),
            age()));
    all.put(
        "RuntimeClass.node.k8s.io",
        Printer.of(
            objectName(), text("Handler", "What runs its pods.", o -> o.text("handler")), age()));
    all.put(
        "PriorityClass.scheduling.k8s.io",
        Printer.of(
            objectName(),
            number("Value", "The priority itself.", o -> o.number("value")),
            flag(
                "Global-Default",
                "Whether pods get it unasked.",
                o -> o.at("globalDefault").asBoolean()),
            age(),
            text(
                "PreemptionPolicy",
                "Whether others make way.",
                o -> o.text("preemptionPolicy", "PreemptLowerPriority"))));
    all.put(
        "APIService.apiregistration.k8s.io",
        Printer.of(
            objectName(),
            text(
                "Service",
                "The reference to the service that hosts this API endpoint.",
                ClusterPrinters::service),
            text("Available", "Whether this service is available.", ClusterPrinters::available),
            age()));
    all.put(
        "CertificateSigningRequest.certificates.k8s.io",
        Printer.of(
            objectName(),
            age(),
            text("SignerName", "Who should sign.", o -> o.text("spec/signerName", Shown.NONE)),
            text("Requestor", "Who asked.", o -> o.text("spec/username")),
            text("RequestedDuration", "How long it should be valid.", ClusterPrinters::validity),
            text("Condition", "What has become of it.", ClusterPrinters::signing)));
    all.put("FlowSchema.flowcontrol.apiserver.k8s.io", flowSchema());
    all.put("PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io", priorityLevel());
    all.put(
        "ResourceClaim.resource.k8s.io",
        Printer.of(
            objectName(), text("State", "Whether it has devices.", ClusterPrinters::claim), age()));
    all.put("ResourceClaimTemplate.resource.k8s.io", Printer.of(objectName(), age()));
    all.put("DeviceClass.resource.k8s.io", Printer.of(objectName(), age()));
    all.put(
        "ResourceSlice.resource.k8s.io",
        Printer.of(
            objectName(),
            text("Node", "Where its devices are.", o -> o.text("spec/nodeName")),
            text("Driver", "Who provides them.", o -> o.text("spec/driver")),
            text("Pool", "The pool they are in.", o -> o.text("spec/pool/name")),
            age()));
  }

  private static Printer flowSchema() {
    return Printer.of(
        objectName(),
        text(
            "PriorityLevel",
            "Where its requests queue.",
            o -> o.text("spec/priorityLevelConfiguration/name")),
        number(
                "MatchingPrecedence",
                "Lower ones are tried first.",
                o -> o.number("spec/matchingPrecedence"))
            .declared("string"),
        text(
            "DistinguisherMethod",
            "What tells flows apart.",
            o -> o.text("spec/distinguisherMethod/type", Shown.NONE)),
        age(),
        text("MissingPL", "Whether the level is missing.", ClusterPrinters::dangling));
  }

  private static Printer priorityLevel() {
    String limited = "spec/limited/";
    String queuing = limited + "limitResponse/queuing/";
    return Printer.of(
        objectName(),
        text("Type", "Whether it is limited.", o -> o.text("spec/type")),
        numberOrNone(
            "NominalConcurrencyShares",
            "Its share of all seats.",
            limited + "nominalConcurrencyShares"),
        numberOrNone("Queues", "How many queues it has.", queuing + "queues"),
        numberOrNone("HandSize", "Queues dealt to a flow.", queuing + "handSize"),
        numberOrNone("QueueLengthLimit", "How long a queue may get.", queuing + "queueLengthLimit"),
        age());
  }

  private static Column numberOrNone(String name, String description, String path) {
    return value(name, description, o -> o.has(path) ? o.at(path) : TextNode.valueOf(Shown.NONE));
  }

  private static String dangling(Shown schema) {
    for (JsonNode condition : schema.at("status/conditions")) {
      if (condition.path("type").asText().equals("Dangling")) {
        return condition.path("status").asText();
      }
    }
    return "?";
  }

  private static String validity(Shown request) {
    return request.has("spec/expirationSeconds")
        ? Ages.human(Duration.ofSeconds(request.number("spec/expirationSeconds")))
        : Shown.NONE;
  }

  private static String signing(Shown request) {
    List<String> conditions = new ArrayList<>();
    request.at("status/conditions").forEach(c -> conditions.add(c.path("type").asText()));
    String state =
        conditions.contains("Denied")
            ? "Denied"
            : conditions.contains("Approved") ? "Approved" : "Pending";
    return state
        + (conditions.contains("Failed") ? ",Failed" : "")
        + (request.text("status/certificate").isEmpty() ? "" : ",Issued");
  }

  private static String claim(Shown claim) {
    List<String> states = new ArrayList<>();
    boolean allocated = claim.has("status/allocation");
    if (claim.deleted()) {
      states.add("deleted");
    } else if (!allocated) {
      states.add("pending");
    }
    if (allocated) {
      states.add("allocated");
    }
    if (allocated && claim.size("status/reservedFor") > 0) {
      states.add("reserved");
    }
    return String.join(",", states);
  }

  private static String service(Shown object) {
    return object.at("spec/service").isMissingNode()
        ? "Local"
        : object.text("spec/service/namespace") + "/" + object.text("spec/service/name");
  }

  private static String available(Shown object) {
    for (JsonNode condition : object.at("status/conditions")) {
      if (condition.path("type").asText().equals("Available")) {
        String status = condition.path("status").asText();
        String reason = condition.path("reason").asText();
        return status.equals("True") || reason.isEmpty() ? status : status + " (" + reason + ")";
      }
    }
    return "Unknown";
  }
}
