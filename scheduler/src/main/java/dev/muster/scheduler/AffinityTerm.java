package dev.muster.scheduler;

import dev.muster.model.selector.LabelSelector;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodAffinityTerm;
import dev.muster.views.CoreV1.WeightedPodAffinityTerm;
import dev.muster.views.MetaV1;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which pods a pod wants to be near to, or far from. Immutable. */
final class AffinityTerm {
  /** A text: it has an order, so that hashes which collide make no map slow. */
  private final String identity;

  private final String topologyKey;
  private final long weight;
  private final Optional<LabelSelector> selector;
  private final Optional<LabelSelector> namespaceSelector;
  private final Set<String> namespaces = new HashSet<>();

  private AffinityTerm(Pod owner, PodAffinityTerm term, long weight) {
    this.identity = owner.namespace() + "\0" + weight + "\0" + term.tree();
    this.topologyKey = term.topologyKey().text();
    this.weight = weight;
    this.selector = selector(term.labelSelector());
    this.namespaceSelector = selector(term.namespaceSelector());
    namespaces.addAll(term.namespaces().texts());
    if (namespaces.isEmpty() && !term.namespaceSelector().present()) {
      namespaces.add(owner.namespace());
    }
  }

  /** A rule. */
  static AffinityTerm required(Pod owner, PodAffinityTerm term) {
    return new AffinityTerm(owner, term, 1);
  }

  /**
   * A wish.
   *
   * @param sign -1 for one to be far
   */
  static AffinityTerm preferred(Pod owner, WeightedPodAffinityTerm wish, int sign) {
    return new AffinityTerm(owner, wish.podAffinityTerm(), sign * wish.weight().number());
  }

  /** One that nobody could have stored selects nothing. */
  private static Optional<LabelSelector> selector(MetaV1.LabelSelector selector) {
    try {
      return selector.present() ? Optional.of(LabelSelector.of(selector.tree())) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  String topologyKey() {
    return topologyKey;
  }

  long weight() {
    return weight;
  }

  /** The namespaces that it names, its owner's own if it names none. */
  Set<String> namespaces() {
    return namespaces;
  }

  /** Whether it may reach more namespaces than it names. */
  boolean isEverywhere() {
    return namespaceSelector.isPresent();
  }

  boolean reaches(String namespace, Map<String, String> labelsOfNamespace) {
    return namespaces.contains(namespace)
        || namespaceSelector.filter(wanted -> wanted.matches(labelsOfNamespace)).isPresent();
  }

  /** Whether it means a pod of a namespace that it reaches. */
  boolean selects(PlacedPod other) {
    return selector.filter(wanted -> wanted.matches(other.labels())).isPresent();
  }

  /** The same for terms that are written alike in pods of one namespace, and for no others. */
  String identity() {
    return identity;
  }
}
