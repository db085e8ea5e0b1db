package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.base.ServiceAccountName;
import java.util.List;

/** Things that make pods, as one would write them. */
final class PodTemplateLines {
  private static final List<String> READ =
      List.of("cat", "/var/run/secrets/kubernetes.io/serviceaccount/token");

  private PodTemplateLines() {}

  static String create(KubectlLines kubectl, Hold hold, ServiceAccountName account) {
    Lever lever = hold.lever();
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", lever.group().isEmpty() ? "v1" : lever.group() + "/v1");
    object.put("kind", kind(lever));
    object.putObject("metadata").put("name", "path");
    ObjectNode spec = object.putObject("spec");
    ObjectNode job = spec;
    if (lever == Lever.CREATE_CRON_JOBS) {
      spec.put("schedule", "* * * * *");
      job = spec.putObject("jobTemplate").putObject("spec");
    }
    ObjectNode template = job.putObject("template");
    ObjectNode pod = template.putObject("spec").put("serviceAccountName", account.name());
    if (lever == Lever.CREATE_JOBS || lever == Lever.CREATE_CRON_JOBS) {
      pod.put("restartPolicy", "Never");
    } else {
      template.putObject("metadata").putObject("labels").put("app", "path");
      ObjectNode selector = spec.putObject("selector");
      (lever == Lever.CREATE_CONTROLLERS ? selector : selector.putObject("matchLabels"))
          .put("app", "path");
    }
    ObjectNode container = pod.putArray("containers").addObject();
    container.put("name", "path").put("image", "busybox");
    READ.forEach(container.putArray("command")::add);
    return "printf %s "
        + ShellText.quote(object.toString())
        + " | "
        + kubectl.line(hold.by(), account.namespace(), "create -f -");
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
    ObjectNode spec = patch.putObject("spec");
    if (workload.resource().equals("cronjobs")) {
      spec = spec.putObject("jobTemplate").putObject("spec");
    }
    ObjectNode pod = spec.putObject("template").putObject("spec");
    pod.put("serviceAccountName", account.name());
    ObjectNode container = pod.putArray("containers").addObject();
    container.put("name", "path").put("image", "busybox");
    READ.forEach(container.putArray("command")::add);
    return kubectl.patch(
        hold.by(), workload.namespace(), workload.resource(), workload.name(), patch);
  }
}
