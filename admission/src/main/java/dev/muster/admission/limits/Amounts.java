package dev.muster.admission.limits;

import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** How much of each resource, by its name. */
final class Amounts {
  private final TreeMap<String, Quantity> byName = new TreeMap<>();

  private Amounts() {}

  static Amounts none() {
    return new Amounts();
  }

  static Amounts of(At list) {
    Amounts out = new Amounts();
    list.node()
        .properties()
        .forEach(e -> out.byName.put(e.getKey(), Quantity.parse(e.getValue().asText())));
    return out;
  }

  /**
   * What a pod needs at most at any time: what it says itself, else its containers and sidecars
   * together, or an init container with the sidecars before it.
   *
   * @param list requests or limits
   */
  static Amounts ofPod(PodSpec spec, Function<ResourceRequirements, At> list) {
    Amounts together = new Amounts();
    for (Container container : spec.containers()) {
      together.add(of(list.apply(container.resources())));
    }
    Amounts sidecars = new Amounts();
    Amounts starting = new Amounts();
    for (Container container : spec.initContainers()) {
      Amounts own = of(list.apply(container.resources()));
      if (container.restartPolicy().text().equals("Always")) {
        together.add(own);
        sidecars.add(own);
        starting.raise(sidecars);
      } else {
        own.add(sidecars);
        starting.raise(own);
      }
    }
    together.raise(starting);
    together.byName.putAll(of(list.apply(spec.resources())).byName);
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
