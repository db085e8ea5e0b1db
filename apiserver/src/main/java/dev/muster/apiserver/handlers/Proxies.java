package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.backends.Backend;
import dev.muster.apiserver.backends.NodeAddress;
import dev.muster.apiserver.backends.ProxyableAddress;
import dev.muster.apiserver.proxy.ProxyName;
import dev.muster.apiserver.proxy.Relay;
import dev.muster.apiserver.registry.Registry;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerPort;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodIP;
import java.io.IOException;

/** The proxy of a node, a pod or a service: whom the request goes to. */
final class Proxies implements Subresources.Handler {
  private final ConnectAccess access;
  private final Registry registry;
  private final ServiceBackends services;
  private final Relay relay;

  Proxies(ConnectAccess access, Registry registry, Kinds kinds, Relay relay) {
    this.access = access;
    this.registry = registry;
    this.services = new ServiceBackends(registry, kinds);
    this.relay = relay;
  }

  @Override
  public void handle(ResourceRequest request) throws IOException, InterruptedException {
    access.check(request);
    String what = request.kind().kind().toLowerCase(java.util.Locale.ROOT);
    String asked = request.target().name();
    ProxyName name =
        ProxyName.parse(asked)
            .orElseThrow(
                () ->
                    Status.badRequest("invalid " + what + " request " + GoText.quote(asked))
                        .exception());
    Backend backend =
        switch (what) {
          case "node" -> node(request.stored(), name);
          case "pod" -> pod(request, name);
          default -> services.of(request, name);
        };
    relay.run(request.exchange(), backend, request.query().text("path"));
  }

  private Backend node(Kind kind, ProxyName name) {
    ObjectNode tree = registry.get(kind, "", name.name()).value().tree();
    if (Node.of(tree).status().addresses().isEmpty()) {
      throw Status.of(500, "", "no preferred addresses found; known addresses: []").exception();
    }
    NodeAddress node = NodeAddress.of(tree);
    var address = ProxyableAddress.ofHost(node.host());
    boolean kubelet = name.port().isEmpty() || name.port().equals(Integer.toString(node.port()));
    return kubelet
        ? new Backend(Backend.Security.KUBELET, node.host(), address, node.port())
        : new Backend(security(name), node.host(), address, port(name.port()));
  }

  private Backend pod(ResourceRequest request, ProxyName name) {
    Pod pod =
        Pod.of(
            registry
                .get(request.stored(), request.target().namespace(), name.name())
                .value()
                .tree());
    String ip = PodIP.of(pod.status().podIPs().at().node().path(0)).ip().text();
    return of(name, ip, name.port().isEmpty() ? firstPort(pod, name) : port(name.port()));
  }

  private static int firstPort(Pod pod, ProxyName name) {
    for (Container container : pod.spec().containers()) {
      for (ContainerPort port : container.ports()) {
        return (int) port.containerPort().number();
      }
    }
    return name.secure() ? 443 : 80;
  }

  static Backend of(ProxyName name, String ip, int port) {
    return new Backend(security(name), ip, ProxyableAddress.ofIp(ip), port);
  }

  private static Backend.Security security(ProxyName name) {
    return name.secure() ? Backend.Security.UNVERIFIED : Backend.Security.PLAIN;
  }

  private static int port(String text) {
    boolean number =
        !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int port = number ? Integer.parseInt(text) : 0;
    if (port < 1 || port > 65535) {
      throw Status.of(
              503,
              "ServiceUnavailable",
              "error trying to reach service: dial tcp: "
                  + (number
                      ? "address " + text + ": invalid port"
                      : "lookup tcp/" + text + ": unknown port"))
          .exception();
    }
    return port;
  }
}
