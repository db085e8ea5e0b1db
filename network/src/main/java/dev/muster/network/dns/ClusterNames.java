package dev.muster.network.dns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.dns.NameAnswer.NoData;
import dev.muster.network.dns.NameAnswer.NoSuchName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Knows the names of the cluster. Thread-safe if the objects are.
 *
 * @param domain of the cluster, in small letters
 * @param server the address of who answers
 * @param own ranges whose addresses have the names that are known here, and no others
 */
public record ClusterNames(String domain, Ipv4 server, List<Ipv4Range> own, NamedObjects objects) {
  private static final String SCHEMA = "1.1.0";
  private static final String REVERSE = ".in-addr.arpa";

  public ClusterNames {
    own = List.copyOf(own);
  }

  /**
   * What is to be said about a name.
   *
   * @param name in small letters, without the last dot
   */
  public NameAnswer answer(String name, int type) {
    if (name.equals(domain)) {
      return apex(type);
    }
    if (name.endsWith("." + domain)) {
      String before = name.substring(0, name.length() - domain.length() - 1);
      return within(name, List.of(before.split("\\.", -1)).reversed(), type);
    }
    return name.endsWith(REVERSE) ? reverse(name, type) : new NameAnswer.Elsewhere();
  }

  private NameAnswer apex(int type) {
    return switch (type) {
      case RecordType.SOA -> NameAnswer.Found.of(List.of(new NameRecord.Soa(domain)));
      case RecordType.NS ->
          new NameAnswer.Found(
              List.of(new NameRecord.Ns(domain, "ns.dns." + domain)),
              List.of(new NameRecord.A("ns.dns." + domain, server)));
      default -> new NoData();
    };
  }

  /** By the labels before the domain, the last one first. */
  private NameAnswer within(String name, List<String> labels, int type) {
    return switch (labels.getFirst()) {
      case "svc" -> service(name, labels, type);
      case "pod" -> pod(name, labels, type);
      case "dns" -> nameServer(name, labels, type);
      case "dns-version" ->
          labels.size() > 1
              ? new NoSuchName()
              : type == RecordType.TXT || type == RecordType.ANY
                  ? NameAnswer.Found.of(List.of(new NameRecord.Txt(name, SCHEMA)))
                  : new NoData();
      default -> new NoSuchName();
    };
  }

  private NameAnswer nameServer(String name, List<String> labels, int type) {
    return switch (labels.size()) {
      case 1 -> new NoData();
      case 2 ->
          labels.get(1).equals("ns") ? addresses(name, List.of(server), type) : new NoSuchName();
      default -> new NoSuchName();
    };
  }

  private NameAnswer pod(String name, List<String> labels, int type) {
    if (labels.size() == 1) {
      return new NoData();
    }
    if (labels.size() > 3 || !objects.hasNamespace(labels.get(1))) {
      return new NoSuchName();
    }
    if (labels.size() == 2) {
      return new NoData();
    }
    Optional<Ipv4> address = Ipv4.parse(labels.get(2).replace('-', '.'));
    return address.isPresent() && ServiceNames.dashed(address.get()).equals(labels.get(2))
        ? addresses(name, List.of(address.get()), type)
        : new NoSuchName();
  }

  private NameAnswer service(String name, List<String> labels, int type) {
    if (labels.size() == 1) {
      return new NoData();
    }
    if (!objects.hasNamespace(labels.get(1))) {
      return new NoSuchName();
    }
    if (labels.size() == 2) {
      return new NoData();
    }
    Optional<? extends JsonNode> service = objects.service(labels.get(1), labels.get(2));
    if (service.isEmpty()) {
      return new NoSuchName();
    }
    ServiceNames names =
        new ServiceNames(
            String.join(".", labels.get(2), labels.get(1), "svc", domain),
            service.get(),
            objects.slices(labels.get(1), labels.get(2)));
    return names.answer(name, labels.subList(3, labels.size()).reversed(), type);
  }

  static NameAnswer addresses(String name, List<Ipv4> addresses, int type) {
    return (type == RecordType.A || type == RecordType.ANY) && !addresses.isEmpty()
        ? NameAnswer.Found.of(addresses.stream().map(ip -> new NameRecord.A(name, ip)).toList())
        : new NoData();
  }

  private NameAnswer reverse(String name, int type) {
    List<String> octets =
        List.of(name.substring(0, name.length() - REVERSE.length()).split("\\.", -1));
    Optional<Ipv4> address =
        octets.size() == 4 ? Ipv4.parse(String.join(".", octets.reversed())) : Optional.empty();
    if (address.isEmpty()) {
      return new NameAnswer.Elsewhere();
    }
    List<NameRecord> found = new ArrayList<>();
    for (JsonNode service : objects.servicesAt(address.get())) {
      found.add(new NameRecord.Ptr(name, ServiceNames.of(service, domain)));
    }
    if (found.isEmpty()) {
      for (JsonNode slice : objects.slicesAt(address.get())) {
        ServiceNames.hostname(slice, address.get(), domain)
            .ifPresent(target -> found.add(new NameRecord.Ptr(name, target)));
      }
    }
    if (found.isEmpty()) {
      return own.stream().anyMatch(range -> range.contains(address.get()))
          ? new NoSuchName()
          : new NameAnswer.Elsewhere();
    }
    return type == RecordType.PTR || type == RecordType.ANY
        ? NameAnswer.Found.of(found)
        : new NoData();
  }
}
