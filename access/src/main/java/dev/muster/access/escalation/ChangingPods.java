package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.MutablePodSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Processes in pods: they can speak as the pod's service account. */
final class ChangingPods implements Way {
  private static final Map<String, Lever> WRITES =
      Map.of(
          "replicationcontrollers", Lever.WRITE_CONTROLLERS,
          "deployments", Lever.WRITE_DEPLOYMENTS,
          "daemonsets", Lever.WRITE_DAEMON_SETS,
          "replicasets", Lever.WRITE_REPLICA_SETS,
          "statefulsets", Lever.WRITE_STATEFUL_SETS,
          "cronjobs", Lever.WRITE_CRON_JOBS);

  private final PathSearch search;

  ChangingPods(PathSearch search) {
    this.search = search;
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    for (Hold hold : fresh) {
      switch (hold.lever()) {
        case CREATE_PODS,
            CREATE_CONTROLLERS,
            CREATE_DEPLOYMENTS,
            CREATE_DAEMON_SETS,
            CREATE_REPLICA_SETS,
            CREATE_STATEFUL_SETS,
            CREATE_JOBS,
            CREATE_CRON_JOBS ->
            create(hold);
        case WRITE_CONTROLLERS,
            WRITE_DEPLOYMENTS,
            WRITE_DAEMON_SETS,
            WRITE_REPLICA_SETS,
            WRITE_STATEFUL_SETS,
            WRITE_CRON_JOBS ->
            write(hold);
        case EXEC -> exec(hold);
        case EPHEMERAL_CONTAINERS -> debug(hold);
        case NODES_PROXY -> proxy(hold);
        case CREATE_WEBHOOKS -> mutate(hold, hold);
        case CREATE_MUTATIONS ->
            search.holds(Lever.CREATE_MUTATION_BINDINGS).forEach(b -> mutate(hold, b));
        case CREATE_MUTATION_BINDINGS ->
            search.holds(Lever.CREATE_MUTATIONS).forEach(p -> mutate(p, hold));
        default -> {}
      }
    }
  }

  /** The gist of a template: the account. */
  static ObjectNode spec(ServiceAccountName account) {
    return MutablePodSpec.create().serviceAccountName(account.name()).tree();
  }

  private void create(Hold hold) {
    if (!hold.nameless()) {
      return;
    }
    for (ServiceAccountName account : TakingAccounts.accounts(search, hold)) {
      String what = hold.lever().resource();
      String line =
          hold.lever() == Lever.CREATE_PODS
              ? search.kubectl.run(hold.by(), account.namespace(), spec(account))
              : PodTemplateLines.create(search.kubectl, hold, account);
      take(
          account,
          hold,
          "create one of " + what + " whose pod runs as " + TakingAccounts.describe(account),
          line);
    }
  }

  private void write(Hold hold) {
    for (Workload workload : search.known.workloads()) {
      if (WRITES.get(workload.resource()) != hold.lever()
          || !workload.group().equals(hold.lever().group())
          || !hold.in(workload.namespace())
          || !hold.of(workload.name())) {
        continue;
      }
      for (ServiceAccountName account : search.candidates().accountsIn(workload.namespace())) {
        take(
            account,
            hold,
            "let the pods of "
                + workload.resource()
                + " "
                + GoText.quote(workload.name())
                + " run as "
                + TakingAccounts.describe(account),
            PodTemplateLines.patch(search.kubectl, hold, workload, account));
      }
    }
  }

  private void exec(Hold hold) {
    for (RunningPod pod : search.known.pods()) {
      if (hold.in(pod.account().namespace()) && hold.of(pod.name())) {
        take(
            pod.account(),
            hold,
            "run a command in pod " + at(pod),
            search.kubectl.exec(hold.by(), pod.account(), pod.name()));
      }
    }
  }

  private void debug(Hold hold) {
    for (RunningPod pod : search.known.pods()) {
      if (hold.in(pod.account().namespace()) && hold.of(pod.name())) {
        take(
            pod.account(),
            hold,
            "put a container into pod " + at(pod),
            search.kubectl.line(
                hold.by(),
                pod.account().namespace(),
                "debug pod/"
                    + ShellText.quote(pod.name())
                    + " --image=busybox --custom=mount.yaml"));
      }
    }
  }

  private void proxy(Hold hold) {
    for (RunningPod pod : search.known.pods()) {
      if (hold.scope().isEmpty() && !pod.node().isEmpty() && hold.of(pod.node())) {
        String path =
            "/api/v1/nodes/"
                + pod.node()
                + "/proxy/run/"
                + pod.account().namespace()
                + "/"
                + pod.name()
                + "/CONTAINER?cmd=cat%20/var/run/secrets/kubernetes.io/serviceaccount/token";
        take(
            pod.account(),
            hold,
            "let the agent of node "
                + GoText.quote(pod.node())
                + " run a command in pod "
                + at(pod),
            search.kubectl.line(
                hold.by(), "", "create --raw " + ShellText.quote(path) + " -f /dev/null"));
      }
    }
  }

  /** Whoever changes requests on their way changes pods, too. */
  private void mutate(Hold policy, Hold binding) {
    boolean cluster = policy.scope().isEmpty() && binding.scope().isEmpty();
    if (!cluster || !policy.nameless() || !binding.nameless()) {
      return;
    }
    Set<Fact> premises = new LinkedHashSet<>(List.of(policy.by(), binding.by()));
    for (RunningPod pod : search.known.pods()) {
      TakingAccounts.take(
          search,
          pod.account(),
          premises,
          "create one of "
              + policy.lever().resource()
              + " that puts a container into the next pod of "
              + TakingAccounts.describe(pod.account()),
          search.kubectl.line(policy.by(), "", "create -f mutation.yaml"));
    }
  }

  private static String at(RunningPod pod) {
    return GoText.quote(pod.name())
        + ", which runs as "
        + TakingAccounts.describe(pod.account())
        + pod.condition();
  }

  private void take(ServiceAccountName account, Hold hold, String sentence, String command) {
    TakingAccounts.take(search, account, List.of(hold.by()), sentence, command);
  }
}
