package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.controllers.RunningControllers;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What runs to an end, is counted, or stands behind a Service, as users see it. */
@Timeout(120)
@MostlyWaits
class KubectlBatchTest {
  private static RunningServer server;
  private static RunningControllers controllers;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.withControllers(directory);
    controllers = InProcessControllers.start(server.server());
    kubectl = Kubectl.on(server.kubeconfig(), directory);
  }

  @AfterAll
  static void stop() {
    controllers.close();
    server.close();
  }

  /** As a node would, when the containers of a pod have ended. */
  private static void end(Kubectl kubectl, String selector, String phase, int exitCode) {
    kubectl.run("wait", "--for=create", "pod", "-l", selector, "--timeout=60s").ok();
    for (String pod :
        kubectl.run("get", "pods", "-l", selector, "-o", "name").ok().lines().toList()) {
      kubectl
          .run(
              "patch",
              pod,
              "--subresource=status",
              "-p",
              "{\"status\":{\"phase\":\"%s\",\"containerStatuses\":[{\"name\":\"c\",\"image\":\"i\",\"imageID\":\"\",\"ready\":false,\"restartCount\":0,\"state\":{\"terminated\":{\"exitCode\":%d}}}]}}"
                  .formatted(phase, exitCode))
          .ok();
    }
  }

  @Test
  void aJobCompletes() {
    Kubectl jobs = kubectl.inNew("completes");
    jobs.run("create", "job", "hello", "--image=busybox", "--", "echo", "hello").ok();
    end(jobs, "job-name=hello", "Succeeded", 0);
    assertThat(jobs.run("wait", "--for=condition=Complete", "job/hello", "--timeout=60s").ok())
        .isEqualTo("job.batch/hello condition met");
    assertThat(jobs.run("get", "job", "hello").rows())
        .element(1)
        .asString()
        .startsWith("hello|Complete|1/1|");
    assertThat(jobs.run("describe", "job", "hello").ok())
        .contains("SuccessfulCreate", "Created pod: hello-", "Completed", "Job completed");
  }

  @Test
  void aJobThatFailsSaysWhy() {
    Kubectl jobs = kubectl.inNew("fails");
    jobs.piped(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: once}
            spec:
              backoffLimit: 0
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox}]
            """,
            "apply",
            "-f",
            "-")
        .ok();
    end(jobs, "job-name=once", "Failed", 3);
    assertThat(jobs.run("wait", "--for=condition=Failed", "job/once", "--timeout=60s").ok())
        .isEqualTo("job.batch/once condition met");
    assertThat(jobs.run("describe", "job", "once").ok())
        .contains("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }

  @Test
  void aCronJobIsRunByHand() {
    Kubectl jobs = kubectl.inNew("cron");
    jobs.run("create", "cronjob", "night", "--image=busybox", "--schedule=0 3 * * *", "--", "true")
        .ok();
    jobs.run("create", "job", "now", "--from=cronjob/night").ok();
    end(jobs, "job-name=now", "Succeeded", 0);
    jobs.run("wait", "--for=condition=Complete", "job/now", "--timeout=60s").ok();
    jobs.run(
            "wait", "--for=jsonpath={.status.lastSuccessfulTime}", "cronjob/night", "--timeout=60s")
        .ok();
    assertThat(jobs.run("get", "events").ok()).contains("UnexpectedJob", "forgot: now");
  }

  @Test
  void aCronJobStartsAJobThatIsDue() {
    Kubectl jobs = kubectl.inNew("due");
    jobs.run("create", "cronjob", "year", "--image=busybox", "--schedule=@yearly", "--", "true")
        .ok();
    jobs.run(
            "patch",
            "cronjob",
            "year",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"lastScheduleTime\":\"2025-06-01T00:00:00Z\"}}")
        .ok();
    jobs.run("wait", "--for=jsonpath={.status.active[0].name}", "cronjob/year", "--timeout=60s")
        .ok();
    String name = jobs.run("get", "jobs", "-o", "name").ok();
    assertThat(name).matches("job.batch/year-\\d{8}");
    assertThat(jobs.run("describe", "cronjob", "year").ok())
        .contains("SuccessfulCreate", "Created job " + name.substring("job.batch/".length()));
  }

  @Test
  void aQuotaRefusesTheSecondPod() {
    Kubectl tenant = kubectl.inNew("limited");
    tenant.run("create", "quota", "one", "--hard=pods=1").ok();
    tenant.run("wait", "--for=jsonpath={.status.used.pods}=0", "quota/one", "--timeout=60s").ok();
    tenant.run("wait", "--for=create", "serviceaccount/default", "--timeout=60s").ok();
    tenant.run("run", "first", "--image=nginx").ok();
    assertThat(tenant.run("run", "second", "--image=nginx").refused())
        .isEqualTo(
            "Error from server (Forbidden): pods \"second\" is forbidden: exceeded quota: one, requested: pods=1, used: pods=1, limited: pods=1");
    tenant.run("delete", "pod", "first", "--now").ok();
    tenant.run("wait", "--for=jsonpath={.status.used.pods}=0", "quota/one", "--timeout=60s").ok();
    tenant.run("run", "second", "--image=nginx").ok();
  }

  @Test
  void aServiceHasThePodsThatItSelects() {
    Kubectl tenant = kubectl.inNew("served");
    tenant.run("wait", "--for=create", "serviceaccount/default", "--timeout=60s").ok();
    tenant
        .piped(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: served-node}
            """,
            "create",
            "-f",
            "-")
        .ok();
    tenant
        .run(
            "run",
            "web",
            "--image=nginx",
            "--port=80",
            "--overrides={\"spec\":{\"nodeName\":\"served-node\"}}")
        .ok();
    tenant.run("expose", "pod", "web").ok();
    tenant
        .run(
            "patch",
            "pod",
            "web",
            "--subresource=status",
            "-p",
            "{\"status\":{\"phase\":\"Running\",\"podIP\":\"10.9.8.7\",\"podIPs\":[{\"ip\":\"10.9.8.7\"}],\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}")
        .ok();
    tenant
        .run(
            "wait",
            "--for=jsonpath={.endpoints[0].conditions.ready}=true",
            "endpointslice",
            "-l",
            "kubernetes.io/service-name=web",
            "--timeout=60s")
        .ok();
    assertThat(tenant.run("get", "endpointslices").ok()).contains("10.9.8.7");
    assertThat(tenant.run("describe", "service", "web").ok()).contains("10.9.8.7:80");
  }

  @Test
  void aBudgetTellsHowManyMayGo() {
    Kubectl tenant = kubectl.inNew("budgeted");
    tenant.run("create", "pdb", "keep", "--selector=app=x", "--min-available=1").ok();
    tenant.run("wait", "--for=condition=DisruptionAllowed=False", "pdb/keep", "--timeout=60s").ok();
    assertThat(tenant.run("get", "events").ok()).contains("NoPods", "No matching pods found");
  }

  @Test
  void endpointsThatWereMadeByHandAreMirrored() {
    Kubectl tenant = kubectl.inNew("by-hand");
    tenant.piped(BY_HAND, "apply", "-f", "-").ok();
    String slice = "kubernetes.io/service-name=outside";
    tenant.awaitOutput(said -> said.contains("192.0.2.7"), "get", "endpointslices", "-l", slice);
    tenant.run("delete", "endpoints", "outside").ok();
    tenant.awaitOutput(said -> !said.contains("192.0.2.7"), "get", "endpointslices", "-l", slice);
  }

  private static final String BY_HAND =
      """
      apiVersion: v1
      kind: List
      items:
      - apiVersion: v1
        kind: Service
        metadata: {name: outside}
        spec: {ports: [{port: 5432}]}
      - apiVersion: v1
        kind: Endpoints
        metadata: {name: outside}
        subsets: [{addresses: [{ip: 192.0.2.7}], ports: [{port: 5432}]}]
      """;

  @Test
  void anAutoscalerHoldsItsTargetWithinItsBoundsAndSaysThatItReadsNoMetrics() {
    Kubectl tenant = kubectl.inNew("scaled");
    tenant.run("create", "deployment", "web", "--image=nginx", "--replicas=1").ok();
    tenant.run("autoscale", "deployment", "web", "--min=2", "--max=5", "--cpu-percent=50").ok();
    tenant.run("wait", "--for=jsonpath={.spec.replicas}=2", "deployment/web", "--timeout=60s").ok();
    tenant.run("wait", "--for=condition=ScalingActive=False", "hpa/web", "--timeout=60s").ok();
    assertThat(tenant.run("describe", "hpa", "web").ok())
        .contains("SuccessfulRescale", "below Spec.MinReplicas", "FailedGetResourceMetric")
        .contains("no resource metrics are read here");
  }

  @Test
  void whoCreatesWhatNothingActsOnIsToldSo() {
    Kubectl tenant = kubectl.inNew("silent");
    Run ingress = tenant.run("create", "ingress", "i", "--rule=example.com/*=s:80");
    assertThat(ingress.ok()).isEqualTo("ingress.networking.k8s.io/i created");
    assertThat(ingress.err().stripTrailing())
        .isEqualTo("Warning: no controller here acts on Ingress: it is stored only");
    assertThat(tenant.run("create", "job", "j", "--image=busybox").err()).isEmpty();
  }
}
