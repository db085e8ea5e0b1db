package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.node.cluster.TestCluster;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever can reach the node's port, and is not the API server. */
@ExtendWith(OnContainerd.class)
class HostileConnectionsTest {
  private static final int SILENT = 1_000;

  private final Stories pods;
  private final Kubectl kubectl;

  HostileConnectionsTest(Stories pods) {
    this.pods = pods;
    this.kubectl = pods.kubectl();
  }

  private int port() {
    return Integer.parseInt(
        kubectl.get("node " + TestCluster.NODE, "{.status.daemonEndpoints.kubeletEndpoint.Port}"));
  }

  /** The API server's own address, and another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void silentConnectionsDoNotKeepTheApiServerOut(int last) throws Exception {
    String name = "besieged-" + last;
    InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    pods.run(name, "containers: [{name: main, image: \"muster.test/tools:1\"}]");
    pods.runs(name);
    int port = port();
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < SILENT; i++) {
        Socket socket = new Socket();
        silent.add(socket);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      }
      assertThat(pods.exec(name, "echo", "here")).isEqualTo("here");
      assertThat(kubectl.run("logs", name).exit()).isZero();
      Await.until(
          "the number of silent connections that are kept",
          () -> silent.stream().filter(HostileConnectionsTest::isOpen).count(),
          kept -> kept <= 64);
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
    pods.gone(name);
  }

  private static boolean isOpen(Socket socket) {
    try {
      socket.setSoTimeout(1);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
