package dev.muster.network.dns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.network.address.Ipv4;
import dev.muster.network.dns.NameAnswer.NoData;
import dev.muster.network.dns.NameAnswer.NoSuchName;
import dev.muster.network.proxy.ServicePorts;
import dev.muster.network.proxy.SliceEndpoint;
import dev.muster.views.CoreV1;
import dev.muster.views.DiscoveryV1;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * The names at and below a service.
 *
 * @param own the service's name in full
 */
record ServiceNames(String own, JsonNode service, List<? extends JsonNode> slices) {
  /** Many endpoints are more than an answer can hold: the first ones are as good. */
  private static final int MOST = 200;

  /** A service's name in full. */
  static String of(JsonNode service, String domain) {
    JsonNode metadata = service.path("metadata");
    return String.join(
        ".", metadata.path("name").asText(), metadata.path("namespace").asText(), "svc", domain);
  }

  /** The name in full of an endpoint that has one of its own. */
  static Optional<String> hostname(JsonNode tree, Ipv4 address, String domain) {
    JsonNode metadata = tree.path("metadata");
    String service = metadata.path("labels").path(ServicePorts.SERVICE_NAME).asText();
    return service.isEmpty()
        ? Optional.empty()
        : EndpointSlice.of(tree).endpoints().stream()
            .flatMap(each -> SliceEndpoint.of(each).stream())
            .filter(each -> each.address().equals(address) && !each.hostname().isEmpty())
            .map(
                each ->
                    String.join(
                        ".",
                        each.hostname(),
                        service,
                        metadata.path("namespace").asText(),
                        "svc",
                        domain))
            .findFirst();
  }

  static String dashed(Ipv4 address) {
    return address.toString().replace('.', '-');
  }

  /**
   * @param below the labels before the service's name, in their order
   */
  NameAnswer answer(String name, List<String> below, int type) {
    CoreV1.ServiceSpec spec = CoreV1.Service.of(service).spec();
    if (spec.type().text().equals("ExternalName")) {
      return below.isEmpty()
          ? new NameAnswer.Alias(
              new NameRecord.Cname(name, spec.externalName().text().toLowerCase(Locale.ROOT)))
          : new NoSuchName();
    }
    Optional<Ipv4> address = Ipv4.parse(spec.clusterIP().text());
    return switch (below.size()) {
      case 0 ->
          type == RecordType.SRV
              ? ports(name, "", "", address)
              : ClusterNames.addresses(
                  name, address.map(List::of).orElseGet(this::endpointAddresses), type);
      case 1 -> address.isPresent() ? new NoSuchName() : endpoint(name, below.getFirst(), type);
      case 2 -> port(name, below, address, type);
      default -> new NoSuchName();
    };
  }

  private List<Ipv4> endpointAddresses() {
    return endpoints().stream().map(SliceEndpoint::address).distinct().limit(MOST).toList();
  }

  private List<SliceEndpoint> endpoints() {
    return slices.stream().flatMap(slice -> ready(slice).stream()).toList();
  }

  private static List<SliceEndpoint> ready(JsonNode slice) {
    return EndpointSlice.of(slice).endpoints().stream()
        .flatMap(each -> SliceEndpoint.of(each).stream())
        .filter(SliceEndpoint::ready)
        .toList();
  }

  private NameAnswer endpoint(String name, String label, int type) {
    List<Ipv4> found =
        endpoints().stream()
            .filter(each -> label(each).equals(label))
            .map(SliceEndpoint::address)
            .distinct()
            .limit(MOST)
            .toList();
    return found.isEmpty() ? new NoSuchName() : ClusterNames.addresses(name, found, type);
  }

  private static String label(SliceEndpoint endpoint) {
    return endpoint.hostname().isEmpty() ? dashed(endpoint.address()) : endpoint.hostname();
  }

  private NameAnswer port(String name, List<String> below, Optional<Ipv4> address, int type) {
    if (!below.getFirst().startsWith("_") || !below.getLast().startsWith("_")) {
      return new NoSuchName();
    }
    NameAnswer found =
        ports(name, below.getFirst().substring(1), below.getLast().substring(1), address);
    return switch (found) {
      case NameAnswer.Found some ->
          type == RecordType.SRV || type == RecordType.ANY ? some : new NoData();
      case NoData none -> new NoSuchName();
      case NoSuchName none -> none;
      case NameAnswer.Alias never -> never;
      case NameAnswer.Elsewhere never -> never;
    };
  }

  /** Ports by name and protocol; all if those are empty. */
  private NameAnswer ports(String name, String port, String protocol, Optional<Ipv4> address) {
    SequencedSet<NameRecord> answers = new LinkedHashSet<>();
    SequencedSet<NameRecord> additional = new LinkedHashSet<>();
    if (address.isPresent()) {
      for (CoreV1.ServicePort each : CoreV1.Service.of(service).spec().ports()) {
        if (is(port, protocol, each.name().text(), each.protocol().text())) {
          answers.add(new NameRecord.Srv(name, (int) each.port().number(), own));
          additional.add(new NameRecord.A(own, address.get()));
        }
      }
    } else {
      for (JsonNode slice : slices) {
        for (DiscoveryV1.EndpointPort each : EndpointSlice.of(slice).ports()) {
          if (is(port, protocol, each.name().text(), each.protocol().text())) {
            for (SliceEndpoint endpoint : ready(slice)) {
              String target = label(endpoint) + "." + own;
              answers.add(new NameRecord.Srv(name, (int) each.port().number(), target));
              additional.add(new NameRecord.A(target, endpoint.address()));
            }
          }
        }
      }
    }
    return answers.isEmpty()
        ? new NoData()
        : new NameAnswer.Found(first(answers), first(additional));
  }

  private static List<NameRecord> first(SequencedSet<NameRecord> records) {
    return new ArrayList<>(records).subList(0, Math.min(MOST, records.size()));
  }

  private static boolean is(String port, String protocol, String name, String transport) {
    String is = transport.isEmpty() ? "tcp" : transport.toLowerCase(Locale.ROOT);
    return protocol.isEmpty() || port.equals(name) && !name.isEmpty() && protocol.equals(is);
  }
}
