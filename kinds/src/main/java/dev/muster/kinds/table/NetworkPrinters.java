package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
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
            text("AddressType", "What its addresses are.", o -> o.text("addressType")),
            text("Ports", "The ports of all its endpoints.", NetworkPrinters::slicePorts),
            text("Endpoints", "The addresses.", NetworkPrinters::sliceAddresses),
            age()));
    all.put(
        "Ingress.networking.k8s.io",
        Printer.of(
            objectName(),
            text("Class", "Who serves it.", o -> o.text("spec/ingressClassName", Shown.NONE)),
            text("Hosts", "The names it answers to.", NetworkPrinters::hosts),
            text("Address", "Where it is reached.", NetworkPrinters::balancers),
            text("Ports", "The ports it opens.", o -> o.size("spec/tls") > 0 ? "80, 443" : "80"),
            age()));
    all.put(
        "IngressClass.networking.k8s.io",
        Printer.of(
            objectName(),
            text("Controller", "Who serves this class.", o -> o.text("spec/controller")),
            text("Parameters", "Where its settings are.", NetworkPrinters::parameters),
            age()));
    all.put(
        "NetworkPolicy.networking.k8s.io",
        Printer.of(
            objectName(),
            text(
                "Pod-Selector",
                "The pods it is for.",
                o -> Shown.or(o.selector("spec/podSelector"), Shown.NONE)),
            age()));
    all.put(
        "ServiceCIDR.networking.k8s.io",
        Printer.of(
            objectName(),
            text("CIDRs", "Its address ranges.", o -> o.joined("spec/cidrs")),
            age()));
    all.put(
        "IPAddress.networking.k8s.io",
        Printer.of(objectName(), text("ParentRef", "Who uses it.", NetworkPrinters::parent)));
  }

  private static Printer service() {
    return Printer.of(
        objectName(),
        text("Type", "How it is exposed.", o -> o.text("spec/type")),
        text(
            "Cluster-IP",
            "Its address inside.",
            o ->
                Shown.or(
                    Shown.text(o.at("spec/clusterIPs").path(0)),
                    o.text("spec/clusterIP", Shown.NONE))),
        text("External-IP", "Its addresses outside.", NetworkPrinters::externalIp),
        text(
            "Port(s)",
            "Its ports.",
            o -> Shown.or(o.joined("spec/ports", ",", NetworkPrinters::port), Shown.NONE)),
        age(),
        text("Selector", "The labels of the pods behind it.", o -> o.labels("spec/selector"))
            .wide());
  }

  private static String port(JsonNode port) {
    String node = port.hasNonNull("nodePort") ? ":" + port.path("nodePort").asText() : "";
    return port.path("port").asText() + node + "/" + port.path("protocol").asText();
  }

  private static String externalIp(Shown service) {
    String given = service.joined("spec/externalIPs");
    return switch (service.text("spec/type")) {
      case "ClusterIP", "NodePort" -> Shown.or(given, Shown.NONE);
      case "LoadBalancer" -> {
        String balancers = balancers(service);
        yield given.isEmpty()
            ? Shown.or(balancers, "<pending>")
            : balancers.isEmpty() ? given : balancers + "," + given;
      }
      case "ExternalName" -> service.text("spec/externalName");
      default -> Shown.UNKNOWN;
    };
  }

  private static String balancers(Shown object) {
    TreeSet<String> all = new TreeSet<>();
    for (JsonNode point : object.at("status/loadBalancer/ingress")) {
      String at = Shown.or(Shown.text(point.path("ip")), Shown.text(point.path("hostname")));
      if (!at.isEmpty()) {
        all.add(at);
      }
    }
    return String.join(",", all);
  }

  private static String hosts(Shown ingress) {
    List<String> names = new ArrayList<>();
    for (JsonNode rule : ingress.at("spec/rules")) {
      if (!Shown.text(rule.path("host")).isEmpty()) {
        names.add(rule.path("host").asText());
      }
    }
    return Shown.some(names, SHOWN, "*");
  }

  private static String parameters(Shown ingressClass) {
    if (!ingressClass.has("spec/parameters")) {
      return Shown.NONE;
    }
    String group = ingressClass.text("spec/parameters/apiGroup");
    return ingressClass.text("spec/parameters/kind")
        + (group.isEmpty() ? "" : "." + group)
        + "/"
        + ingressClass.text("spec/parameters/name");
  }

  private static String endpoints(Shown endpoints) {
    List<String> all = new ArrayList<>();
    for (JsonNode subset : endpoints.at("subsets")) {
      if (subset.path("ports").isEmpty()) {
        subset.path("addresses").forEach(a -> all.add(a.path("ip").asText()));
      }
      for (JsonNode port : subset.path("ports")) {
        for (JsonNode address : subset.path("addresses")) {
          String ip = address.path("ip").asText();
          String host = ip.indexOf(':') >= 0 ? "[" + ip + "]" : ip;
          all.add(host + ":" + port.path("port").asText());
        }
      }
    }
    return endpoints.size("subsets") == 0 ? Shown.NONE : Shown.some(all, SHOWN, "");
  }

  private static String slicePorts(Shown slice) {
    List<String> all = new ArrayList<>();
    for (JsonNode port : slice.at("ports")) {
      all.add(
          Shown.or(Shown.text(port.path("port")), Shown.or(Shown.text(port.path("name")), "*")));
    }
    return Shown.some(all, SHOWN, Shown.UNSET);
  }

  private static String sliceAddresses(Shown slice) {
    List<String> all = new ArrayList<>();
    for (JsonNode endpoint : slice.at("endpoints")) {
      endpoint.path("addresses").forEach(a -> all.add(a.asText()));
    }
    return Shown.some(all, SHOWN, Shown.UNSET);
  }

  private static String parent(Shown address) {
    if (!address.has("spec/parentRef")) {
      return Shown.NONE;
    }
    StringBuilder out = new StringBuilder();
    for (String part : List.of("group", "resource", "namespace", "name")) {
      String text = address.text("spec/parentRef/" + part);
      if (!text.isEmpty()) {
        out.append(out.isEmpty() ? "" : "/").append(text);
      }
    }
    return out.toString();
  }
}
