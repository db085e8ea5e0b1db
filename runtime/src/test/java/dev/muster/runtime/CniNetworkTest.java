package dev.muster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.v1.ListPodSandboxMetricsRequest;
import dev.muster.cri.v1.NetworkUsage;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxNetworkStatus;
import dev.muster.cri.v1.PodSandboxStatsRequest;
import dev.muster.cri.v1.PodSandboxStatusRequest;
import dev.muster.cri.v1.PortMapping;
import dev.muster.cri.v1.RunPodSandboxRequest;
import dev.muster.cri.v1.RuntimeCondition;
import dev.muster.cri.v1.StatusRequest;
import dev.muster.cri.v1.StopPodSandboxRequest;
import dev.muster.linux.Mounts;
import dev.muster.linux.Namespaces;
import dev.muster.testing.Await;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sandboxes on a real bridge, by Debian's CNI plugins. */
class CniNetworkTest {
  private static RunningRuntime runtime;
  private static BridgeNetwork bridge;

  @BeforeAll
  static void open() throws Exception {
    runtime = RunningRuntime.start();
    bridge = new BridgeNetwork(runtime.root);
  }

  @AfterAll
  static void close() throws Exception {
    try {
      runtime.close();
    } finally {
      bridge.remove();
    }
  }

  @BeforeEach
  void configure() throws Exception {
    bridge.configure();
  }

  @AfterEach
  void everyAddressIsGivenBack() throws Exception {
    assertThat(bridge.addresses()).isEmpty();
    assertThat(bridge.links()).isEmpty();
  }

  @Test
  void aSandboxHasTheAddressThatItsStatusTells() throws Exception {
    String sandbox = runtime.run(runtime.pod().build());
    String told = address(sandbox);
    assertThat(told).startsWith(bridge.prefix());
    assertThat(
            Namespaces.in(
                namespace(sandbox),
                () ->
                    NetworkInterface.getByName("eth0")
                        .inetAddresses()
                        .map(InetAddress::getHostAddress)
                        .toList()))
        .contains(told);
    assertThat(bridge.addresses()).containsExactly(told);
    runtime.removeSandbox(sandbox);
  }

  @Test
  void sandboxesReachEachOtherAndTheHostReachesThem() throws Exception {
    String one = runtime.run(runtime.pod().build());
    String other = runtime.run(runtime.pod().build());
    try (ServerSocket server = Namespaces.in(namespace(one), () -> new ServerSocket(0))) {
      InetSocketAddress there = new InetSocketAddress(address(one), server.getLocalPort());
      Namespaces.in(namespace(other), () -> reach(there));
      reach(there);
      assertThat(caller(server)).isEqualTo(address(other));
      assertThat(caller(server)).isEqualTo(bridge.prefix() + "1");
    }
    runtime.removeSandbox(one);
    runtime.removeSandbox(other);
  }

  @Test
  void whatAPodSentAndReceivedIsCounted() throws Exception {
    String sandbox = runtime.run(runtime.pod().build());
    try (ServerSocket server = Namespaces.in(namespace(sandbox), () -> new ServerSocket(0))) {
      reach(new InetSocketAddress(address(sandbox), server.getLocalPort()));
    }
    NetworkUsage usage =
        runtime
            .cri()
            .podSandboxStats(PodSandboxStatsRequest.newBuilder().setPodSandboxId(sandbox).build())
            .getStats()
            .getLinux()
            .getNetwork();
    assertThat(usage.getDefaultInterface().getName()).isEqualTo("eth0");
    assertThat(usage.getDefaultInterface().getRxBytes().getValue()).isPositive();
    assertThat(usage.getDefaultInterface().getTxBytes().getValue()).isPositive();
    assertThat(
            runtime
                .cri()
                .listPodSandboxMetrics(ListPodSandboxMetricsRequest.getDefaultInstance())
                .getPodMetrics(0)
                .getMetricsList())
        .anySatisfy(
            metric -> {
              assertThat(metric.getName()).isEqualTo("container_network_receive_bytes_total");
              assertThat(metric.getLabelValuesList()).hasSize(4).endsWith("eth0");
              assertThat(metric.getValue().getValue()).isPositive();
            });
    runtime.removeSandbox(sandbox);
  }

  @Test
  void aPortOfTheHostLeadsToThePod() throws Exception {
    int port = freePort();
    String sandbox =
        runtime.run(
            runtime
                .pod()
                .addPortMappings(
                    PortMapping.newBuilder().setHostPort(port).setContainerPort(8080).build())
                .build());
    try (ServerSocket server = Namespaces.in(namespace(sandbox), () -> new ServerSocket(8080))) {
      reach(new InetSocketAddress(bridge.prefix() + "1", port));
      assertThat(caller(server)).startsWith(bridge.prefix());
    }
    assertThat(BridgeNetwork.portRules()).anyMatch(rule -> rule.contains("--dport " + port));
    runtime.removeSandbox(sandbox);
    assertThat(BridgeNetwork.portRules()).noneMatch(rule -> rule.contains("--dport " + port));
  }

  @Test
  void stoppingTwiceGivesTheAddressBackOnce() throws Exception {
    String sandbox = runtime.run(runtime.pod().build());
    stop(sandbox);
    assertThat(bridge.addresses()).isEmpty();
    stop(sandbox);
    runtime.removeSandbox(sandbox);
  }

  @Test
  void anAddressIsGivenBackToTheNetworkItCameFromAlsoAfterARestart() throws Exception {
    String sandbox = runtime.run(runtime.pod().build());
    bridge.forget();
    runtime.restart();
    assertThat(bridge.addresses()).hasSize(1);
    runtime.removeSandbox(sandbox);
  }

  @Test
  void anAddressIsGivenBackWhenTheNamespaceIsGoneAsAfterAReboot() throws Exception {
    String sandbox = runtime.run(runtime.pod().build());
    Mounts.detach(namespace(sandbox));
    runtime.restart();
    assertThat(bridge.addresses()).hasSize(1);
    runtime.removeSandbox(sandbox);
  }

  @Test
  void aPluginThatFailsFailsTheSandboxWithItsWordsAndLeavesNothing() throws Exception {
    Leftovers before = runtime.leftovers();
    bridge.plugin("broken", "echo '{\"code\": 11, \"msg\": \"no more wires\"}'; exit 1");
    bridge.configureWith("{\"type\": \"broken\"}");
    PodSandboxConfig pod = runtime.pod().build();
    assertThatThrownBy(() -> runtime.run(pod))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessage("UNKNOWN: plugin type=\"broken\" failed (add): no more wires");
    assertThat(runtime.leftovers()).isEqualTo(before);
  }

  @Test
  void aCallerWhoGivesUpOnAHangingPluginLeavesNothing() throws Exception {
    Leftovers before = runtime.leftovers();
    bridge.plugin("hanging", "[ $CNI_COMMAND = DEL ] || sleep 1000");
    bridge.configureWith("{\"type\": \"hanging\"}");
    RunPodSandboxRequest request =
        RunPodSandboxRequest.newBuilder().setConfig(runtime.pod()).build();
    assertThatThrownBy(
            () -> runtime.cri().withDeadlineAfter(1, TimeUnit.SECONDS).runPodSandbox(request))
        .hasMessageContaining("DEADLINE_EXCEEDED");
    Await.until("nothing left", runtime::leftovers, before::equals);
    bridge.configure();
    runtime.removeSandbox(
        Await.until("the name", () -> runIfFree(request.getConfig()), Optional::isPresent)
            .orElseThrow());
  }

  /** The name of a sandbox that failed is free once all else is cleaned up. */
  private static Optional<String> runIfFree(PodSandboxConfig pod) {
    try {
      return Optional.of(runtime.run(pod));
    } catch (StatusRuntimeException taken) {
      assertThat(taken).hasMessageContaining("ALREADY_EXISTS");
      return Optional.empty();
    }
  }

  @Test
  void aPluginThatDoesNotSpeakJsonIsQuoted() throws Exception {
    bridge.plugin("mumbling", "[ $CNI_COMMAND = DEL ] || { echo segmentation fault; exit 2; }");
    bridge.configureWith("{\"type\": \"mumbling\"}");
    PodSandboxConfig pod = runtime.pod().build();
    assertThatThrownBy(() -> runtime.run(pod))
        .hasMessage("UNKNOWN: plugin type=\"mumbling\" failed (add): segmentation fault");
  }

  @Test
  void aFailedDeleteIsReportedAndTriedAgain() throws Exception {
    Path flag = runtime.root.resolve("repaired");
    bridge.plugin(
        "moody",
        "if [ $CNI_COMMAND = DEL ] && [ ! -e "
            + flag
            + " ]; then echo '{\"code\": 11, \"msg\": \"try again\"}'; exit 1; fi; "
            + "sed 's/.*\"prevResult\"://; s/}$//'");
    bridge.configureWith("{\"type\": \"moody\"}");
    String sandbox = runtime.run(runtime.pod().build());
    assertThatThrownBy(() -> stop(sandbox)).hasMessageContaining("try again");
    Files.createFile(flag);
    stop(sandbox);
    runtime.removeSandbox(sandbox);
  }

  @Test
  void aNameCannotAddArgumentsForPlugins() throws Exception {
    PodSandboxConfig.Builder pod = runtime.pod();
    pod.getMetadataBuilder().setName("a;IP=10.0.0.1");
    assertThatThrownBy(() -> runtime.run(pod.build()))
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("a;IP=10.0.0.1");
  }

  @Test
  void theRuntimesStatusFollowsTheConfiguration() throws Exception {
    assertThat(network().getStatus()).isTrue();
    bridge.configureWith("{\"type\": \"not-installed\"}");
    assertThat(network().getStatus()).isFalse();
    assertThat(network().getReason()).isEqualTo("NetworkPluginNotReady");
    assertThat(network().getMessage()).contains("network plugin \"not-installed\" is not in");
    bridge.write("{\"name\": \"half\", \"plugins\": [");
    assertThat(network().getStatus()).isFalse();
    bridge.write("{\"name\": \"none\", \"plugins\": []}");
    assertThat(network().getMessage()).contains("it has no plugins");
    bridge.forget();
    assertThat(network().getStatus()).isTrue();
    String alone = runtime.run(runtime.pod().build());
    assertThat(status(alone)).isEqualTo(PodSandboxNetworkStatus.getDefaultInstance());
    runtime.removeSandbox(alone);
  }

  private static RuntimeCondition network() {
    return runtime
        .cri()
        .status(StatusRequest.getDefaultInstance())
        .getStatus()
        .getConditionsList()
        .stream()
        .filter(each -> each.getType().equals("NetworkReady"))
        .findFirst()
        .orElseThrow();
  }

  private static PodSandboxNetworkStatus status(String sandbox) {
    return runtime
        .cri()
        .podSandboxStatus(PodSandboxStatusRequest.newBuilder().setPodSandboxId(sandbox).build())
        .getStatus()
        .getNetwork();
  }

  private static String address(String sandbox) {
    return status(sandbox).getIp();
  }

  private static Path namespace(String sandbox) {
    return runtime.root.resolve("state/sandboxes").resolve(sandbox).resolve("ns/net");
  }

  private static void stop(String sandbox) {
    runtime
        .cri()
        .stopPodSandbox(StopPodSandboxRequest.newBuilder().setPodSandboxId(sandbox).build());
  }

  private static boolean reach(InetSocketAddress there) throws Exception {
    try (Socket socket = new Socket()) {
      socket.connect(there, 10_000);
      return true;
    }
  }

  private static String caller(ServerSocket server) throws Exception {
    try (Socket socket = server.accept()) {
      return socket.getInetAddress().getHostAddress();
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      return server.getLocalPort();
    }
  }
}
