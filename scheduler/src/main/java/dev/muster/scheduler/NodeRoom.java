package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.quantity.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What a node has to give, and what its pods take together, added up once. Immutable. */
final class NodeRoom {
  private final JsonNode allocatable;

  /** What was read of it, as every pod asks every node. */
  private final Map<String, BigDecimal> amounts = new ConcurrentHashMap<>();

  private final int pods;
  private final Map<String, BigDecimal> used = new HashMap<>();
  private final Map<Long, List<HostPorts>> ports = new HashMap<>();
  private final PlacedPod.Scored scored;

  NodeRoom(JsonNode allocatable, List<PlacedPod> pods) {
    this.allocatable = allocatable;
    this.pods = pods.size();
    PlacedPod.Scored sum = PlacedPod.Scored.NOTHING;
    for (PlacedPod pod : pods) {
      sum = sum.plus(pod.scored());
      pod.requests().forEach((what, much) -> used.merge(what, much.value(), BigDecimal::add));
      pod.ports()
          .forEach(port -> ports.computeIfAbsent(port.port(), p -> new ArrayList<>()).add(port));
    }
    this.scored = sum;
  }

  Optional<Misfit> ports(PlacedPod candidate) {
    boolean taken =
        candidate.ports().stream()
            .anyMatch(
                wanted ->
                    ports.getOrDefault(wanted.port(), List.of()).stream()
                        .anyMatch(wanted::collidesWith));
    return taken
        ? Optional.of(
            Misfit.of(
                "NodePorts", "node(s) didn't have free ports for the requested pod ports", false))
        : Optional.empty();
  }

  Optional<Misfit> resources(PlacedPod candidate) {
    List<Misfit> missing = new ArrayList<>();
    BigDecimal most = allocatable("pods");
    if (BigDecimal.valueOf(pods + 1L).compareTo(most) > 0) {
      missing.add(insufficient("pods", BigDecimal.ONE, BigDecimal.valueOf(pods), most));
    }
    candidate
        .requests()
        .forEach(
            (resource, wanted) -> {
              BigDecimal have = allocatable(resource);
              BigDecimal used = used(resource);
              if (wanted.signum() > 0 && wanted.value().add(used).compareTo(have) > 0) {
                missing.add(insufficient(resource, wanted.value(), used, have));
              }
            });
    return missing.stream().findFirst();
  }

  private static Misfit insufficient(
      String resource, BigDecimal wanted, BigDecimal used, BigDecimal have) {
    String words = resource.equals("pods") ? "Too many pods" : "Insufficient " + resource;
    String message =
        "Node didn't have enough resource: "
            + resource
            + ", requested: "
            + units(resource, wanted)
            + ", used: "
            + units(resource, used)
            + ", capacity: "
            + units(resource, have);
    return new Misfit(words, "OutOf" + resource, message, wanted.compareTo(have) > 0);
  }

  private static String units(String resource, BigDecimal amount) {
    BigDecimal shown = resource.equals("cpu") ? amount.movePointRight(3) : amount;
    return shown.setScale(0, RoundingMode.CEILING).toPlainString();
  }

  private BigDecimal used(String resource) {
    return used.getOrDefault(resource, BigDecimal.ZERO);
  }

  /** What its pods take together, as scores count it. */
  PlacedPod.Scored scored() {
    return scored;
  }

  BigDecimal allocatable(String resource) {
    return amounts.computeIfAbsent(resource, this::read);
  }

  private BigDecimal read(String resource) {
    JsonNode amount = allocatable.path(resource);
    return amount.isMissingNode() ? BigDecimal.ZERO : Quantity.parse(amount.asText()).value();
  }
}
