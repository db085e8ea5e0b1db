package dev.muster.admission.limits;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.quantity.Quantity;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** How much of each resource, by its name. */
final class Amounts {
  private final TreeMap<String, Quantity> byName = new TreeMap<>();

  private Amounts() {}

  static Amounts none() {
    return new Amounts();
  }

  static Amounts of(JsonNode list) {
    Amounts out = new Amounts();
    list.properties()
        .forEach(e -> out.byName.put(e.getKey(), Quantity.parse(e.getValue().asText())));
    return out;
  }

  /**
   * What a pod needs at most at any time: what it says itself, else its containers and sidecars
   * together, or an init container with the sidecars before it.
   *
   * @param list {@code requests} or {@code limits}
   */
  static Amounts ofPod(JsonNode spec, String list) {
    Amounts together = new Amounts();
    for (JsonNode container : spec.path("containers")) {
      together.add(of(container.path("resources").path(list)));
    }
    Amounts sidecars = new Amounts();
    Amounts starting = new Amounts();
    for (JsonNode container : spec.path("initContainers")) {
      Amounts own = of(container.path("resources").path(list));
      if (container.path("restartPolicy").asText().equals("Always")) {
        together.add(own);
        sidecars.add(own);
        starting.raise(sidecars);
      } else {
        own.add(sidecars);
        starting.raise(own);
      }
    }
    together.raise(starting);
    together.byName.putAll(of(spec.path("resources").path(list)).byName);
    return together;
  }

  Optional<Quantity> get(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** In the order of names. */
  void forEach(BiConsumer<String, Quantity> each) {
    byName.forEach(each);
  }

  private void add(Amounts more) {
    more.byName.forEach((name, amount) -> byName.merge(name, amount, Quantity::plus));
  }

  private void raise(Amounts to) {
    to.byName.forEach(
        (name, amount) ->
            byName.merge(name, amount, (one, other) -> one.compareTo(other) < 0 ? other : one));
  }
}
