package dev.muster.apiserver.nodes;

import com.fasterxml.jackson.databind.JsonNode;

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

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
