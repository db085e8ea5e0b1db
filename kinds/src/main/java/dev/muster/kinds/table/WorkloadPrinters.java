package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What keeps pods running, or runs them to their end. */
final class WorkloadPrinters {
  private static final String TEMPLATE = "spec/template/spec";

  private WorkloadPrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("Deployment.apps", deployment());
    all.put("Scale.autoscaling", scale());
    all.put("ReplicaSet.apps", replicas(o -> formatted(o, "spec/selector")));
    all.put("ReplicationController", replicas(o -> o.labels("spec/selector")));
    all.put("StatefulSet.apps", statefulSet());
    all.put("DaemonSet.apps", daemonSet());
    all.put("Job.batch", job());
    all.put("CronJob.batch", cronJob());
    all.put(
        "PodTemplate",
        Printer.of(
            objectName(),
            containers("template/spec"),
            images("template/spec"),
            text(
                "Pod Labels",
                "The labels that its pods get.",
                o -> o.labels("template/metadata/labels"))));
    all.put(
        "ControllerRevision.apps",
        Printer.of(
            objectName(),
            text("Controller", "Whose revision it is.", WorkloadPrinters::controller),
            number("Revision", "Its number.", o -> o.number("revision")).declared("string"),
            age()));
    all.put(
        "HorizontalPodAutoscaler.autoscaling",
        Printer.of(
            objectName(),
            text(
                "Reference",
                "What it scales.",
                o -> o.text("spec/scaleTargetRef/kind") + "/" + o.text("spec/scaleTargetRef/name")),
            text("Targets", "Measured and wanted.", ScalingTargets::of),
            text("MinPods", "The fewest pods.", o -> o.text("spec/minReplicas", Shown.UNSET)),
            number("MaxPods", "The most pods.", o -> o.number("spec/maxReplicas"))
                .declared("string"),
            number("Replicas", "How many there are.", o -> o.number("status/currentReplicas"))
                .declared("string"),
            age()));
  }

  private static Printer deployment() {
    return Printer.of(
        objectName(),
        text("Ready", "Ready pods out of the wanted.", WorkloadPrinters::readyOfWanted),
        number(
                "Up-to-date",
                "Pods of the newest template.",
                o -> o.number("status/updatedReplicas"))
            .declared("string"),
        number(
                "Available",
                "Pods that have been ready long enough.",
                o -> o.number("status/availableReplicas"))
            .declared("string"),
        age(),
        containers(TEMPLATE).wide(),
        images(TEMPLATE).wide(),
        text("Selector", "The labels of its pods.", o -> o.selector("spec/selector")).wide());
  }

  private static Printer scale() {
    return Printer.of(
        text("Name", "The name of what is scaled.", o -> o.text("metadata/name")),
        number("Desired", "How many pods are wanted.", o -> o.number("spec/replicas")),
        number("Available", "How many there are.", o -> o.number("status/replicas")),
        age());
  }

  private static Printer replicas(Function<Shown, String> selector) {
    return Printer.of(
        objectName(),
        number("Desired", "How many pods are wanted.", o -> o.number("spec/replicas")),
        number("Current", "How many there are.", o -> o.number("status/replicas")),
        number("Ready", "How many are ready.", o -> o.number("status/readyReplicas")),
        age(),
        containers(TEMPLATE).wide(),
        images(TEMPLATE).wide(),
        text("Selector", "The labels of its pods.", selector).wide());
  }

  private static Printer statefulSet() {
    return Printer.of(
        objectName(),
        text("Ready", "Ready pods out of the wanted.", WorkloadPrinters::readyOfWanted),
        age(),
        containers(TEMPLATE).wide(),
        images(TEMPLATE).wide());
  }

  private static Printer daemonSet() {
    return Printer.of(
        objectName(),
        number(
            "Desired",
            "Nodes that should run a pod.",
            o -> o.number("status/desiredNumberScheduled")),
        number("Current", "Nodes that run one.", o -> o.number("status/currentNumberScheduled")),
        number("Ready", "Nodes whose pod is ready.", o -> o.number("status/numberReady")),
        number(
            "Up-to-date",
            "Nodes with the newest template.",
            o -> o.number("status/updatedNumberScheduled")),
        number(
            "Available",
            "Nodes whose pod has been ready long enough.",
            o -> o.number("status/numberAvailable")),
        text("Node Selector", "The nodes it is for.", o -> o.labels(TEMPLATE + "/nodeSelector")),
        age(),
        containers(TEMPLATE).wide(),
        images(TEMPLATE).wide(),
        text("Selector", "The labels of its pods.", o -> formatted(o, "spec/selector")).wide());
  }

  private static Printer job() {
    return Printer.of(
        objectName(),
        text("Status", "How far it has come.", WorkloadPrinters::jobStatus),
        text("Completions", "Successful pods out of the wanted.", WorkloadPrinters::completions),
        text("Duration", "How long it ran, or has been running.", WorkloadPrinters::duration),
        age(),
        containers(TEMPLATE).wide(),
        images(TEMPLATE).wide(),
        text("Selector", "The labels of its pods.", o -> formatted(o, "spec/selector")).wide());
  }

  private static Printer cronJob() {
    String template = "spec/jobTemplate/" + TEMPLATE;
    return Printer.of(
        objectName(),
        text("Schedule", "When it runs.", o -> o.text("spec/schedule")),
        text("Timezone", "The clock it goes by.", o -> o.text("spec/timeZone", Shown.NONE)),
        text("Suspend", "Whether it is held back.", WorkloadPrinters::suspended)
            .declared("boolean"),
        number("Active", "How many of its jobs run.", o -> o.size("status/active")),
        text(
            "Last Schedule",
            "When it last ran.",
            o ->
                o.has("status/lastScheduleTime") ? o.since("status/lastScheduleTime") : Shown.NONE),
        age(),
        containers(template).wide(),
        images(template).wide(),
        text(
                "Selector",
                "The labels of its pods.",
                o -> formatted(o, "spec/jobTemplate/spec/selector"))
            .wide());
  }

  private static Column containers(String podSpec) {
    return text(
        "Containers",
        "The names of its containers.",
        o -> o.joined(podSpec + "/containers", ",", c -> Shown.text(c.path("name"))));
  }

  private static Column images(String podSpec) {
    return text(
        "Images",
        "The images of its containers.",
        o -> o.joined(podSpec + "/containers", ",", c -> Shown.text(c.path("image"))));
  }

  private static String formatted(Shown object, String selector) {
    return Shown.or(object.selector(selector), Shown.NONE);
  }

  private static String readyOfWanted(Shown object) {
    return object.number("status/readyReplicas") + "/" + object.number("spec/replicas");
  }

  private static String jobStatus(Shown job) {
    for (String end : List.of("Complete", "Failed")) {
      if (condition(job, end)) {
        return end;
      }
    }
    if (job.deleted()) {
      return "Terminating";
    }
    for (String state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
      if (condition(job, state)) {
        return state;
      }
    }
    return "Running";
  }

  private static boolean condition(Shown job, String type) {
    for (JsonNode condition : job.at("status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static String completions(Shown job) {
    String done = job.number("status/succeeded") + "/";
    if (job.has("spec/completions")) {
      return done + job.number("spec/completions");
    }
    long parallel = job.number("spec/parallelism");
    return parallel > 1 ? done + "1 of " + parallel : done + "1";
  }

  private static String duration(Shown job) {
    Optional<Instant> start = Shown.instant(job.text("status/startTime"));
    Instant end = Shown.instant(job.text("status/completionTime")).orElse(job.now());
    return start.map(s -> Ages.human(Duration.between(s, end))).orElse("");
  }

  private static String suspended(Shown cronJob) {
    return !cronJob.has("spec/suspend")
        ? Shown.UNSET
        : cronJob.at("spec/suspend").asBoolean() ? "True" : "False";
  }

  private static String controller(Shown revision) {
    for (JsonNode owner : revision.at("metadata/ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        String apiVersion = owner.path("apiVersion").asText();
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        String kind = (owner.path("kind").asText() + group).toLowerCase(Locale.ROOT);
        return kind + "/" + owner.path("name").asText();
      }
    }
    return Shown.NONE;
  }
}
