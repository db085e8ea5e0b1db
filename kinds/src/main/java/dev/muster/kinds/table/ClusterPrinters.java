package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.flag;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;
import static dev.muster.kinds.table.Column.value;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.field.At;
import dev.muster.views.ApiregistrationV1.APIService;
import dev.muster.views.ApiregistrationV1.APIServiceCondition;
import dev.muster.views.ApiregistrationV1.ServiceReference;
import dev.muster.views.CertificatesV1.CertificateSigningRequest;
import dev.muster.views.CertificatesV1.CertificateSigningRequestStatus;
import dev.muster.views.CoordinationV1.Lease;
import dev.muster.views.FlowcontrolV1.FlowSchema;
import dev.muster.views.FlowcontrolV1.FlowSchemaCondition;
import dev.muster.views.FlowcontrolV1.LimitedPriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.QueuingConfiguration;
import dev.muster.views.MetricsV1beta1.NodeMetrics;
import dev.muster.views.MetricsV1beta1.PodMetrics;
import dev.muster.views.NodeV1.RuntimeClass;
import dev.muster.views.ResourceV1.ResourceClaim;
import dev.muster.views.ResourceV1.ResourceClaimStatus;
import dev.muster.views.ResourceV1.ResourceSlice;
import dev.muster.views.SchedulingV1.PriorityClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the cluster as a whole is run with. */
final class ClusterPrinters {
  private ClusterPrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("Decision.access.muster.dev", DecisionColumns.printer());
    all.put(
        "NodeMetrics.metrics.k8s.io",
        UsageColumns.printer(
            o -> List.of(o.as(NodeMetrics::of).usage().node()),
            o -> o.as(NodeMetrics::of).window().text()));
    all.put(
        "PodMetrics.metrics.k8s.io",
        UsageColumns.printer(
            o ->
                o.as(PodMetrics::of).containers().stream()
                    .map(container -> container.usage().node())
                    .toList(),
            o -> o.as(PodMetrics::of).window().text()));
    all.put(
        "Lease.coordination.k8s.io",
        Printer.of(
            objectName(),
            text("Holder", "Who holds it.", o -> o.as(Lease::of).spec().holderIdentity().text()),
            age()));
    all.put(
        "RuntimeClass.node.k8s.io",
        Printer.of(
            objectName(),
            text("Handler", "What runs its pods.", o -> o.as(RuntimeClass::of).handler().text()),
            age()));
    all.put(
        "PriorityClass.scheduling.k8s.io",
        Printer.of(
            objectName(),
            number("Value", "The priority itself.", o -> o.as(PriorityClass::of).value().number()),
            flag(
                "Global-Default",
                "Whether pods get it unasked.",
                o -> o.as(PriorityClass::of).globalDefault().truth()),
            age(),
            text(
                "PreemptionPolicy",
                "Whether others make way.",
                o ->
                    Shown.or(
                        o.as(PriorityClass::of).preemptionPolicy().text(),
                        "PreemptLowerPriority"))));
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
            text(
                "SignerName",
                "Who should sign.",
                o ->
                    Shown.or(
                        o.as(CertificateSigningRequest::of).spec().signerName().text(),
                        Shown.NONE)),
            text(
                "Requestor",
                "Who asked.",
                o -> o.as(CertificateSigningRequest::of).spec().username().text()),
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
            text(
                "Node",
                "Where its devices are.",
                o -> o.as(ResourceSlice::of).spec().nodeName().text()),
            text(
                "Driver",
                "Who provides them.",
                o -> o.as(ResourceSlice::of).spec().driver().text()),
            text(
                "Pool",
                "The pool they are in.",
                o -> o.as(ResourceSlice::of).spec().pool().name().text()),
            age()));
  }

  private static Printer flowSchema() {
    return Printer.of(
            objectName(),
            text(
                "PriorityLevel",
                "Where its requests queue.",
                o -> o.as(FlowSchema::of).spec().priorityLevelConfiguration().name().text()),
            number(
                    "MatchingPrecedence",
                    "Lower ones are tried first.",
                    o -> o.as(FlowSchema::of).spec().matchingPrecedence().number())
                .declared("string"),
            text(
                "DistinguisherMethod",
                "What tells flows apart.",
                o ->
                    Shown.or(
                        o.as(FlowSchema::of).spec().distinguisherMethod().type().text(),
                        Shown.NONE)),
            age(),
            text("MissingPL", "Whether the level is missing.", ClusterPrinters::dangling))
        .inOrder(
            Comparator.<Shown>comparingLong(
                    o -> o.as(FlowSchema::of).spec().matchingPrecedence().number())
                .thenComparing(o -> o.metadata().name().text()));
  }

  private static Printer priorityLevel() {
    return Printer.of(
        objectName(),
        text(
            "Type",
            "Whether it is limited.",
            o -> o.as(PriorityLevelConfiguration::of).spec().type().text()),
        numberOrNone(
            "NominalConcurrencyShares",
            "Its share of all seats.",
            o -> limited(o).nominalConcurrencyShares()),
        numberOrNone("Queues", "How many queues it has.", o -> queuing(o).queues()),
        numberOrNone("HandSize", "Queues dealt to a flow.", o -> queuing(o).handSize()),
        numberOrNone(
            "QueueLengthLimit", "How long a queue may get.", o -> queuing(o).queueLengthLimit()),
        age());
  }

  private static LimitedPriorityLevelConfiguration limited(Shown level) {
    return level.as(PriorityLevelConfiguration::of).spec().limited();
  }

  private static QueuingConfiguration queuing(Shown level) {
    return limited(level).limitResponse().queuing();
  }

  private static Column numberOrNone(String name, String description, Function<Shown, At> field) {
    return value(
        name,
        description,
        o -> {
          At number = field.apply(o);
          return number.present() ? number.node() : TextNode.valueOf(Shown.NONE);
        });
  }

  private static String dangling(Shown schema) {
    for (FlowSchemaCondition condition : schema.as(FlowSchema::of).status().conditions()) {
      if (condition.type().text().equals("Dangling")) {
        return condition.status().text();
      }
    }
    return "?";
  }

  private static String validity(Shown request) {
    At seconds = request.as(CertificateSigningRequest::of).spec().expirationSeconds();
    return seconds.present() ? Ages.human(Duration.ofSeconds(seconds.number())) : Shown.NONE;
  }

  private static String signing(Shown request) {
    List<String> conditions = new ArrayList<>();
    CertificateSigningRequestStatus status = request.as(CertificateSigningRequest::of).status();
    status.conditions().forEach(c -> conditions.add(c.type().text()));
    String state =
        conditions.contains("Denied")
            ? "Denied"
            : conditions.contains("Approved") ? "Approved" : "Pending";
    return state
        + (conditions.contains("Failed") ? ",Failed" : "")
        + (status.certificate().empty() ? "" : ",Issued");
  }

  private static String claim(Shown claim) {
    List<String> states = new ArrayList<>();
    ResourceClaimStatus status = claim.as(ResourceClaim::of).status();
    boolean allocated = status.allocation().present();
    if (claim.deleted()) {
      states.add("deleted");
    } else if (!allocated) {
      states.add("pending");
    }
    if (allocated) {
      states.add("allocated");
    }
    if (allocated && !status.reservedFor().isEmpty()) {
      states.add("reserved");
    }
    return String.join(",", states);
  }

  private static String service(Shown object) {
    ServiceReference service = object.as(APIService::of).spec().service();
    return service.absent() ? "Local" : service.namespace().text() + "/" + service.name().text();
  }

  private static String available(Shown object) {
    for (APIServiceCondition condition : object.as(APIService::of).status().conditions()) {
      if (condition.type().text().equals("Available")) {
        String status = condition.status().text();
        String reason = condition.reason().text();
        return status.equals("True") || reason.isEmpty() ? status : status + " (" + reason + ")";
      }
    }
    return "Unknown";
  }
}
