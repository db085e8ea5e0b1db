package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.EndpointAddress;
import dev.muster.views.CoreV1.EndpointPort;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.Endpoints;
import dev.muster.views.CoreV1.LoadBalancerIngress;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.DiscoveryV1;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import dev.muster.views.NetworkingV1.IPAddress;
import dev.muster.views.NetworkingV1.Ingress;
import dev.muster.views.NetworkingV1.IngressClass;
import dev.muster.views.NetworkingV1.IngressClassParametersReference;
import dev.muster.views.NetworkingV1.IngressRule;
import dev.muster.views.NetworkingV1.NetworkPolicy;
import dev.muster.views.NetworkingV1.ParentReference;
import dev.muster.views.NetworkingV1.ServiceCIDR;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** How pods are reached. */
final class NetworkPrinters {
  private static final int SHOWN = 3;

  private NetworkPrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("Service", service());
    all.put(
        "Endpoints",
        Printer.of(
            objectName(),
            text("Endpoints", "Addresses and ports.", NetworkPrinters::endpoints),
            age()));
    all.put(
        "EndpointSlice.discovery.k8s.io",
        Printer.of(
            objectName(),
            text(
                "AddressType",
                "What its addresses are.",
                o -> o.as(EndpointSlice::of).addressType().text()),
            text("Ports", "The ports of all its endpoints.", NetworkPrinters::slicePorts),
            text("Endpoints", "The addresses.", NetworkPrinters::sliceAddresses),
            age()));
    all.put(
        "Ingress.networking.k8s.io",
        Printer.of(
            objectName(),
            text(
                "Class",
                "Who serves it.",
                o -> Shown.or(o.as(Ingress::of).spec().ingressClassName().text(), Shown.NONE)),
            text("Hosts", "The names it answers to.", NetworkPrinters::hosts),
            text("Address", "Where it is reached.", NetworkPrinters::balancers),
            text(
                "Ports",
                "The ports it opens.",
                o -> o.as(Ingress::of).spec().tls().size() > 0 ? "80, 443" : "80"),
            age()));
    all.put(
        "IngressClass.networking.k8s.io",
        Printer.of(
            objectName(),
            text(
                "Controller",
                "Who serves this class.",
                o -> o.as(IngressClass::of).spec().controller().text()),
            text("Parameters", "Where its settings are.", NetworkPrinters::parameters),
            age()));
    all.put(
        "NetworkPolicy.networking.k8s.io",
        Printer.of(
            objectName(),
            text(
                "Pod-Selector",
                "The pods it is for.",
                o ->
                    Shown.or(
                        Shown.selector(o.as(NetworkPolicy::of).spec().podSelector().at()),
                        Shown.NONE)),
            age()));
    all.put(
        "ServiceCIDR.networking.k8s.io",
        Printer.of(
            objectName(),
            text(
                "CIDRs",
                "Its address ranges.",
                o -> Shown.joined(o.as(ServiceCIDR::of).spec().cidrs())),
            age()));
    all.put(
        "IPAddress.networking.k8s.io",
        Printer.of(objectName(), text("ParentRef", "Who uses it.", NetworkPrinters::parent)));
  }

  private static Printer service() {
    return Printer.of(
        objectName(),
        text("Type", "How it is exposed.", o -> o.as(Service::of).spec().type().text()),
        text(
            "Cluster-IP",
            "Its address inside.",
            o ->
                Shown.or(
                    first(o.as(Service::of).spec().clusterIPs()),
                    Shown.or(o.as(Service::of).spec().clusterIP().text(), Shown.NONE))),
        text("External-IP", "Its addresses outside.", NetworkPrinters::externalIp),
        text(
            "Port(s)",
            "Its ports.",
            o ->
                Shown.or(
                    Shown.joined(o.as(Service::of).spec().ports(), NetworkPrinters::port),
                    Shown.NONE)),
        age(),
        text(
                "Selector",
                "The labels of the pods behind it.",
                o -> Shown.labels(o.as(Service::of).spec().selector()))
            .wide());
  }

  private static String first(At list) {
    return list.size() == 0 ? "" : list.element(0).text();
  }

  private static String port(ServicePort port) {
    String node = port.nodePort().present() ? ":" + port.nodePort().number() : "";
    return port.port().number() + node + "/" + port.protocol().text();
  }

  private static String externalIp(Shown service) {
    String given = Shown.joined(service.as(Service::of).spec().externalIPs());
    return switch (service.as(Service::of).spec().type().text()) {
      case "ClusterIP", "NodePort" -> Shown.or(given, Shown.NONE);
      case "LoadBalancer" -> {
        String balancers = balancers(service);
        yield given.isEmpty()
            ? Shown.or(balancers, "<pending>")
            : balancers.isEmpty() ? given : balancers + "," + given;
      }
      case "ExternalName" -> service.as(Service::of).spec().externalName().text();
      default -> Shown.UNKNOWN;
    };
  }

  private static String balancers(Shown object) {
    TreeSet<String> all = new TreeSet<>();
    for (LoadBalancerIngress point : object.as(Service::of).status().loadBalancer().ingress()) {
      String at = Shown.or(Shown.text(point.ip()), Shown.text(point.hostname()));
      if (!at.isEmpty()) {
        all.add(at);
      }
    }
    return String.join(",", all);
  }

  private static String hosts(Shown ingress) {
    List<String> names = new ArrayList<>();
    for (IngressRule rule : ingress.as(Ingress::of).spec().rules()) {
      if (!Shown.text(rule.host()).isEmpty()) {
        names.add(rule.host().text());
      }
    }
    return Shown.some(names, SHOWN, "*");
  }

  private static String parameters(Shown ingressClass) {
    IngressClassParametersReference given = ingressClass.as(IngressClass::of).spec().parameters();
    if (given.absent()) {
      return Shown.NONE;
    }
    String group = given.apiGroup().text();
    return given.kind().text() + (group.isEmpty() ? "" : "." + group) + "/" + given.name().text();
  }

  private static String endpoints(Shown endpoints) {
    List<String> all = new ArrayList<>();
    for (EndpointSubset subset : endpoints.as(Endpoints::of).subsets()) {
      if (subset.ports().isEmpty()) {
        subset.addresses().forEach(a -> all.add(a.ip().text()));
      }
      for (EndpointPort port : subset.ports()) {
        for (EndpointAddress address : subset.addresses()) {
          String ip = address.ip().text();
          String host = ip.indexOf(':') >= 0 ? "[" + ip + "]" : ip;
          all.add(host + ":" + port.port().number());
        }
      }
    }
    return endpoints.as(Endpoints::of).subsets().size() == 0
        ? Shown.NONE
        : Shown.some(all, SHOWN, "");
  }

  private static String slicePorts(Shown slice) {
    List<String> all = new ArrayList<>();
    for (DiscoveryV1.EndpointPort port : slice.as(EndpointSlice::of).ports()) {
      all.add(Shown.or(Shown.text(port.port()), Shown.or(Shown.text(port.name()), "*")));
    }
    return Shown.some(all, SHOWN, Shown.UNSET);
  }

  private static String sliceAddresses(Shown slice) {
    List<String> all = new ArrayList<>();
    for (Endpoint endpoint : slice.as(EndpointSlice::of).endpoints()) {
      all.addAll(endpoint.addresses().texts());
    }
    return Shown.some(all, SHOWN, Shown.UNSET);
  }

  private static String parent(Shown address) {
    ParentReference parent = address.as(IPAddress::of).spec().parentRef();
    if (parent.absent()) {
      return Shown.NONE;
    }
    StringBuilder out = new StringBuilder();
    for (At part : List.of(parent.group(), parent.resource(), parent.namespace(), parent.name())) {
      String text = part.text();
      if (!text.isEmpty()) {
        out.append(out.isEmpty() ? "" : "/").append(text);
      }
    }
    return out.toString();
  }
}
