package dev.muster.apiserver.backends;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Node;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where a node's own server is. */
public record NodeAddress(String host, int port) {
  private static final int USUAL_PORT = 10250;

  /** As the Node object says; its name if it has no address. */
  public static NodeAddress of(JsonNode node) {
    String host = Node.of(node).metadata().name().text();
    for (CoreV1.NodeAddress address : Node.of(node).status().addresses()) {
      if (address.type().text().equals("InternalIP")) {
        host = address.address().text();
        break;
      }
    }
    int port = (int) Node.of(node).status().daemonEndpoints().kubeletEndpoint().Port().number();
    return new NodeAddress(host, port == 0 ? USUAL_PORT : port);
  }

  /** The node's own server. */
  public Backend kubelet() throws UnknownHostException {
    return new Backend(Backend.Security.KUBELET, host, InetAddress.getByName(host), port);
  }

  @Override
  public String toString() {
    return Backend.bracketed(host) + ":" + port;
  }
}
