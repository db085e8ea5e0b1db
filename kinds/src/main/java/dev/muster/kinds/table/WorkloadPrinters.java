package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import dev.muster.views.AppsV1.ControllerRevision;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.AutoscalingV1.Scale;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscaler;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.JobCondition;
import dev.muster.views.BatchV1.JobSpec;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodTemplate;
import dev.muster.views.CoreV1.ReplicationController;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What keeps pods running, or runs them to their end. */
final class WorkloadPrinters {

  private WorkloadPrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("Deployment.apps", deployment());
    all.put("Scale.autoscaling", scale());
    all.put("ReplicaSet.apps", replicas(o -> formatted(o.as(ReplicaSet::of).spec().selector())));
    all.put(
        "ReplicationController",
        replicas(o -> Shown.labels(o.as(ReplicationController::of).spec().selector())));
    all.put("StatefulSet.apps", statefulSet());
    all.put("DaemonSet.apps", daemonSet());
    all.put("Job.batch", job());
    all.put("CronJob.batch", cronJob());
    all.put(
        "PodTemplate",
        Printer.of(
            objectName(),
            containers(o -> o.as(PodTemplate::of).template().spec()),
            images(o -> o.as(PodTemplate::of).template().spec()),
            text(
                "Pod Labels",
                "The labels that its pods get.",
                o -> Shown.labels(o.as(PodTemplate::of).template().metadata().labels()))));
    all.put(
        "ControllerRevision.apps",
        Printer.of(
            objectName(),
            text("Controller", "Whose revision it is.", WorkloadPrinters::controller),
            number("Revision", "Its number.", o -> o.as(ControllerRevision::of).revision().number())
                .declared("string"),
            age()));
    all.put(
        "HorizontalPodAutoscaler.autoscaling",
        Printer.of(
            objectName(),
            text("Reference", "What it scales.", WorkloadPrinters::target),
            text("Targets", "Measured and wanted.", ScalingTargets::of),
            text(
                "MinPods",
                "The fewest pods.",
                o ->
                    Shown.or(
                        Shown.text(o.as(HorizontalPodAutoscaler::of).spec().minReplicas()),
                        Shown.UNSET)),
            number(
                    "MaxPods",
                    "The most pods.",
                    o -> o.as(HorizontalPodAutoscaler::of).spec().maxReplicas().number())
                .declared("string"),
            number(
                    "Replicas",
                    "How many there are.",
                    o -> o.as(HorizontalPodAutoscaler::of).status().currentReplicas().number())
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
                o -> o.as(Deployment::of).status().updatedReplicas().number())
            .declared("string"),
        number(
                "Available",
                "Pods that have been ready long enough.",
                o -> o.as(Deployment::of).status().availableReplicas().number())
            .declared("string"),
        age(),
        containers(o -> o.as(Deployment::of).spec().template().spec()).wide(),
        images(o -> o.as(Deployment::of).spec().template().spec()).wide(),
        text(
                "Selector",
                "The labels of its pods.",
                o -> Shown.selector(o.as(Deployment::of).spec().selector().at()))
            .wide());
  }

  private static Printer scale() {
    return Printer.of(
        text("Name", "The name of what is scaled.", o -> o.as(Scale::of).metadata().name().text()),
        number(
            "Desired",
            "How many pods are wanted.",
            o -> o.as(Scale::of).spec().replicas().number()),
        number(
            "Available", "How many there are.", o -> o.as(Scale::of).status().replicas().number()),
        age());
  }

  private static Printer replicas(Function<Shown, String> selector) {
    return Printer.of(
        objectName(),
        number(
            "Desired",
            "How many pods are wanted.",
            o -> o.as(ReplicaSet::of).spec().replicas().number()),
        number(
            "Current",
            "How many there are.",
            o -> o.as(ReplicaSet::of).status().replicas().number()),
        number(
            "Ready",
            "How many are ready.",
            o -> o.as(ReplicaSet::of).status().readyReplicas().number()),
        age(),
        containers(o -> o.as(ReplicaSet::of).spec().template().spec()).wide(),
        images(o -> o.as(ReplicaSet::of).spec().template().spec()).wide(),
        text("Selector", "The labels of its pods.", selector).wide());
  }

  private static Printer statefulSet() {
    return Printer.of(
        objectName(),
        text("Ready", "Ready pods out of the wanted.", WorkloadPrinters::readyOfWanted),
        age(),
        containers(o -> o.as(StatefulSet::of).spec().template().spec()).wide(),
        images(o -> o.as(StatefulSet::of).spec().template().spec()).wide());
  }

  private static Printer daemonSet() {
    return Printer.of(
        objectName(),
        number(
            "Desired",
            "Nodes that should run a pod.",
            o -> o.as(DaemonSet::of).status().desiredNumberScheduled().number()),
        number(
            "Current",
            "Nodes that run one.",
            o -> o.as(DaemonSet::of).status().currentNumberScheduled().number()),
        number(
            "Ready",
            "Nodes whose pod is ready.",
            o -> o.as(DaemonSet::of).status().numberReady().number()),
        number(
            "Up-to-date",
            "Nodes with the newest template.",
            o -> o.as(DaemonSet::of).status().updatedNumberScheduled().number()),
        number(
            "Available",
            "Nodes whose pod has been ready long enough.",
            o -> o.as(DaemonSet::of).status().numberAvailable().number()),
        text(
            "Node Selector",
            "The nodes it is for.",
            o -> Shown.labels(o.as(DaemonSet::of).spec().template().spec().nodeSelector())),
        age(),
        containers(o -> o.as(DaemonSet::of).spec().template().spec()).wide(),
        images(o -> o.as(DaemonSet::of).spec().template().spec()).wide(),
        text(
                "Selector",
                "The labels of its pods.",
                o -> formatted(o.as(DaemonSet::of).spec().selector()))
            .wide());
  }

  private static Printer job() {
    return Printer.of(
        objectName(),
        text("Status", "How far it has come.", WorkloadPrinters::jobStatus),
        text("Completions", "Successful pods out of the wanted.", WorkloadPrinters::completions),
        text("Duration", "How long it ran, or has been running.", WorkloadPrinters::duration),
        age(),
        containers(o -> o.as(Job::of).spec().template().spec()).wide(),
        images(o -> o.as(Job::of).spec().template().spec()).wide(),
        text("Selector", "The labels of its pods.", o -> formatted(o.as(Job::of).spec().selector()))
            .wide());
  }

  private static Printer cronJob() {
    Function<Shown, PodSpec> template =
        o -> o.as(CronJob::of).spec().jobTemplate().spec().template().spec();
    return Printer.of(
        objectName(),
        text("Schedule", "When it runs.", o -> o.as(CronJob::of).spec().schedule().text()),
        text(
            "Timezone",
            "The clock it goes by.",
            o -> Shown.or(o.as(CronJob::of).spec().timeZone().text(), Shown.NONE)),
        text("Suspend", "Whether it is held back.", WorkloadPrinters::suspended)
            .declared("boolean"),
        number(
            "Active", "How many of its jobs run.", o -> o.as(CronJob::of).status().active().size()),
        text(
            "Last Schedule",
            "When it last ran.",
            o ->
                o.as(CronJob::of).status().lastScheduleTime().present()
                    ? o.ago(o.as(CronJob::of).status().lastScheduleTime().text())
                    : Shown.NONE),
        age(),
        containers(template).wide(),
        images(template).wide(),
        text(
                "Selector",
                "The labels of its pods.",
                o -> formatted(o.as(CronJob::of).spec().jobTemplate().spec().selector()))
            .wide());
  }

  private static Column containers(Function<Shown, PodSpec> spec) {
    return text(
        "Containers",
        "The names of its containers.",
        o -> Shown.joined(spec.apply(o).containers(), c -> c.name().text()));
  }

  private static Column images(Function<Shown, PodSpec> spec) {
    return text(
        "Images",
        "The images of its containers.",
        o -> Shown.joined(spec.apply(o).containers(), c -> c.image().text()));
  }

  private static String formatted(LabelSelector selector) {
    return Shown.or(Shown.selector(selector.at()), Shown.NONE);
  }

  private static String target(Shown autoscaler) {
    CrossVersionObjectReference target =
        autoscaler.as(HorizontalPodAutoscaler::of).spec().scaleTargetRef();
    return target.kind().text() + "/" + target.name().text();
  }

  /** Of deployments and of stateful sets, which have the same fields. */
  private static String readyOfWanted(Shown object) {
    return object.as(Deployment::of).status().readyReplicas().number()
        + "/"
        + object.as(Deployment::of).spec().replicas().number();
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
    for (JobCondition condition : job.as(Job::of).status().conditions()) {
      if (condition.type().text().equals(type)) {
        return condition.status().text().equals("True");
      }
    }
    return false;
  }

  private static String completions(Shown job) {
    String done = job.as(Job::of).status().succeeded().number() + "/";
    JobSpec spec = job.as(Job::of).spec();
    if (spec.completions().present()) {
      return done + spec.completions().number();
    }
    long parallel = spec.parallelism().number();
    return parallel > 1 ? done + "1 of " + parallel : done + "1";
  }

  private static String duration(Shown job) {
    Optional<Instant> start = Shown.instant(job.as(Job::of).status().startTime().text());
    Instant end = Shown.instant(job.as(Job::of).status().completionTime().text()).orElse(job.now());
    return start.map(s -> Ages.human(Duration.between(s, end))).orElse("");
  }

  private static String suspended(Shown cronJob) {
    return !cronJob.as(CronJob::of).spec().suspend().present()
        ? Shown.UNSET
        : cronJob.as(CronJob::of).spec().suspend().truth() ? "True" : "False";
  }

  private static String controller(Shown revision) {
    for (OwnerReference owner : revision.as(ControllerRevision::of).metadata().ownerReferences()) {
      if (owner.controller().truth()) {
        String apiVersion = owner.apiVersion().text();
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        String kind = (owner.kind().text() + group).toLowerCase(Locale.ROOT);
        return kind + "/" + owner.name().text();
      }
    }
    return Shown.NONE;
  }
}
