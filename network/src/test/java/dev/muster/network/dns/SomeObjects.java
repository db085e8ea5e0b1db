package dev.muster.network.dns;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Yaml;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.util.List;
import java.util.Optional;

/** A small cluster, as names see it. */
record SomeObjects(List<JsonNode> services, List<JsonNode> slices) implements NamedObjects {
  static final SomeObjects CLUSTER =
      new SomeObjects(
          List.of(
              service(
                  "kubernetes",
                  "default",
                  "clusterIP: 10.96.0.1, ports: [{name: https, port: 443}]"),
              service("web", "shop", "clusterIP: 10.96.7.7, ports: [{name: http, port: 80}]"),
              service("peers", "shop", "clusterIP: None, ports: [{name: db, port: 5432}]"),
              service("empty", "shop", "clusterIP: None, ports: [{name: db, port: 5432}]"),
              service("out", "shop", "type: ExternalName, externalName: Web.Example"),
              service(
                  "alias", "shop", "type: ExternalName, externalName: web.shop.svc.cluster.local"),
              service(
                  "loop", "shop", "type: ExternalName, externalName: loop.shop.svc.cluster.local")),
          List.of(
              tree(
                  """
                  {metadata: {namespace: shop, labels: {kubernetes.io/service-name: peers}},
                   addressType: IPv4, ports: [{name: db, port: 5432}], endpoints: [
                    {addresses: [10.1.0.2], hostname: one},
                    {addresses: [10.1.0.3]},
                    {addresses: [10.1.0.4], conditions: {ready: false}},
                    {addresses: [127.0.0.1], hostname: inside}]}
                  """)));

  static ClusterNames names() {
    return new ClusterNames(
        "cluster.local",
        Ipv4.parse("10.96.0.10").orElseThrow(),
        List.of(
            Ipv4Range.parse("10.96.0.0/12").orElseThrow(),
            Ipv4Range.parse("10.1.0.0/22").orElseThrow()),
        CLUSTER);
  }

  private static JsonNode service(String name, String namespace, String spec) {
    return tree(
        "{metadata: {name: %s, namespace: %s}, spec: {%s}}".formatted(name, namespace, spec));
  }

  private static JsonNode tree(String yaml) {
    return Yaml.toTree(yaml.getBytes(UTF_8));
  }

  @Override
  public Optional<JsonNode> service(String namespace, String name) {
    return services.stream()
        .filter(each -> each.path("metadata").path("name").asText().equals(name))
        .filter(each -> each.path("metadata").path("namespace").asText().equals(namespace))
        .findFirst();
  }

  @Override
  public List<JsonNode> slices(String namespace, String service) {
    return slices.stream()
        .filter(
            each ->
                each.path("metadata")
                    .path("labels")
                    .path("kubernetes.io/service-name")
                    .asText()
                    .equals(service))
        .toList();
  }

  @Override
  public List<JsonNode> servicesAt(Ipv4 address) {
    return services.stream()
        .filter(each -> each.path("spec").path("clusterIP").asText().equals(address.toString()))
        .toList();
  }

  @Override
  public List<JsonNode> slicesAt(Ipv4 address) {
    return slices.stream().filter(each -> each.toString().contains("\"" + address + "\"")).toList();
  }

  @Override
  public boolean hasNamespace(String name) {
    return List.of("default", "shop", "kube-system").contains(name);
  }
}
