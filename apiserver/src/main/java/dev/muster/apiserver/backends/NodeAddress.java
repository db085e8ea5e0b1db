package dev.muster.apiserver.backends;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where a node's own server is. */
public record NodeAddress(String host, int port) {
  private static final int USUAL_PORT = 10250;

  /** As the Node object says; its name if it has no address. */
  public static NodeAddress of(JsonNode node) {
    String host = node.path("metadata").path("name").asText();
    for (JsonNode address : node.path("status").path("addresses")) {
      if (address.path("type").asText().equals("InternalIP")) {
        host = address.path("address").asText();
        break;
      }
    }
    int port =
        node.path("status").path("daemonEndpoints").path("kubeletEndpoint").path("Port").asInt();
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
