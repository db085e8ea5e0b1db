package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.apiserver.controllers.Controllers;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.LocalControllers;
import dev.muster.client.leases.LeaderElection.Timing;
import dev.muster.controllers.ControllerList;
import dev.muster.testing.Await;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several processes that share an etcd, one runs the controllers. */
class LeaderHandOverTest {
  private static final String HOLDER = "jsonpath={.spec.holderIdentity}";

  @TempDir Path directory;

  @Test
  @SuppressWarnings("try") // one is stopped while the others go on
  void anotherGoesOnAfterACrashAndAfterACleanStop() throws Exception {
    try (EtcdProcess etcd = EtcdProcess.start()) {
      Process first = command(etcd);
      try (ApiServer second = server(etcd, "second");
          ApiServer third = server(etcd, "third")) {
        Kubectl kubectl = Kubectl.on(second.kubeconfig(), directory);
        Await.until("the first leads", () -> !holder(kubectl).isEmpty());
        String leader = holder(kubectl);
        try (LocalControllers onSecond = controllers(second)) {
          deploy(kubectl, "one");
          assertThat(holder(kubectl)).isEqualTo(leader);
          first.destroyForcibly();
          first.waitFor();
          Await.until("another leads", () -> !holder(kubectl).equals(leader));
          deploy(kubectl, "two");
          String next = holder(kubectl);
          try (LocalControllers onThird = controllers(third)) {
            onSecond.close();
            assertThat(holder(kubectl)).as("it was given back").isNotEqualTo(next);
            Await.until(
                "the third leads",
                () -> !holder(kubectl).isEmpty() && !holder(kubectl).equals(next));
            deploy(kubectl, "three");
            assertThat(onThird).isNotNull();
          }
        }
      } finally {
        first.destroyForcibly();
      }
    }
  }

  /** A process of its own, so that it can be killed. */
  private Process command(EtcdProcess etcd) throws IOException {
    return MusterProgram.command()
        .command(
            "apiserver",
            "--data=" + directory.resolve("first"),
            "--secure-port=0",
            "--controllers=*",
            "--etcd-servers=" + etcd.url())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("first.log").toFile())
        .start();
  }

  private ApiServer server(EtcdProcess etcd, String name) throws IOException {
    EtcdFlags flags = new EtcdFlags();
    flags.servers = List.of(etcd.url().toString());
    return ApiServer.start(
        ServerConfig.in(Files.createDirectories(directory.resolve(name)))
            .onPort(0)
            .with(
                new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1))
                    .amongOthers())
            .with(flags.config()));
  }

  private static LocalControllers controllers(ApiServer server) {
    Optional<Timing> timing = new LeaderElectionFlags().config(true);
    return LocalControllers.start(server, Set.of("*"), timing);
  }

  private static String holder(Kubectl kubectl) {
    return kubectl
        .run(
            "-n",
            "kube-system",
            "get",
            "lease",
            "kube-controller-manager",
            "--ignore-not-found",
            "-o",
            HOLDER)
        .ok();
  }

  private static void deploy(Kubectl kubectl, String name) {
    kubectl.run("create", "deployment", name, "--image=none").ok();
    kubectl.awaitOutput(
        out -> out.contains(name), "get", "replicasets", "-l", "app=" + name, "-o", "name");
    // and so do those that belong to an API server
    kubectl.run("create", "namespace", name).ok();
    kubectl.run("delete", "namespace", name, "--timeout=60s").ok();
  }

  /** Whoever does not lead leaves a namespace to the leader, and has no controller at work. */
  @Test
  void whoDoesNotLeadDoesNothing() throws Exception {
    try (EtcdProcess etcd = EtcdProcess.start();
        ApiServer idle = server(etcd, "idle")) {
      Kubectl kubectl = Kubectl.on(idle.kubeconfig(), directory);
      kubectl.run("create", "namespace", "waiting").ok();
      kubectl.run("delete", "namespace", "waiting", "--wait=false").ok();
      assertThat(kubectl.run("get", "--raw", "/readyz").ok()).isEqualTo("ok");
      try (Controllers.Leading leading = idle.lead()) {
        assertThat(leading).isNotNull();
        kubectl.run("wait", "--for=delete", "namespace/waiting", "--timeout=60s").ok();
      }
      kubectl.run("create", "namespace", "left").ok();
      kubectl.run("delete", "namespace", "left", "--wait=false").ok();
      assertThat(kubectl.run("get", "namespace", "left", "-o", "jsonpath={.status.phase}").ok())
          .isEqualTo("Terminating");
    }
  }

  @Test
  void timesByWhichTwoCouldLeadAreRefused() {
    LeaderElectionFlags flags = new LeaderElectionFlags();
    assertThat(flags.config(false)).isEmpty();
    assertThat(flags.config(true)).isPresent();
    flags.renew = flags.lease;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> flags.config(true))
        .withMessage("leaseDuration must be greater than renewDeadline");
    flags.renew = flags.retry;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> flags.config(true))
        .withMessage("renewDeadline must be greater than retryPeriod*JitterFactor");
  }
}
