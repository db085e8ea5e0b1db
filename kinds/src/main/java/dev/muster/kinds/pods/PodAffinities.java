package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.Affinity;
import dev.muster.views.CoreV1.PodAffinity;
import dev.muster.views.CoreV1.PodAffinityTerm;
import dev.muster.views.CoreV1.PodAntiAffinity;
import dev.muster.views.CoreV1.WeightedPodAffinityTerm;
import dev.muster.views.ViewList;

/** Affinity of a pod to nodes and to other pods. */
final class PodAffinities {
  private PodAffinities() {}

  static void validate(Affinity affinity, Errors errors) {
    NodeSelectors.validateAffinity(affinity.nodeAffinity(), errors);
    PodAffinity near = affinity.podAffinity();
    near.requiredDuringSchedulingIgnoredDuringExecution().forEach(term -> term(term, errors));
    preferred(near.preferredDuringSchedulingIgnoredDuringExecution(), errors);
    PodAntiAffinity away = affinity.podAntiAffinity();
    away.requiredDuringSchedulingIgnoredDuringExecution().forEach(term -> term(term, errors));
    preferred(away.preferredDuringSchedulingIgnoredDuringExecution(), errors);
  }

  private static void preferred(ViewList<WeightedPodAffinityTerm> terms, Errors errors) {
    for (WeightedPodAffinityTerm preferred : terms) {
      weight(preferred.weight(), errors);
      term(preferred.podAffinityTerm(), errors);
    }
  }

  static void weight(At weight, Errors errors) {
    if (weight.number() <= 0 || weight.number() > 100) {
      errors.invalid(weight.path(), Long.toString(weight.number()), "must be in the range 1-100");
    }
  }

  private static void term(PodAffinityTerm term, Errors errors) {
    Labels.validateSelector(term.labelSelector().at(), errors);
    Labels.validateSelector(term.namespaceSelector().at(), errors);
    for (At namespace : term.namespaces().each()) {
      Names.label(namespace.text(), false)
          .forEach(
              f -> errors.invalidText(term.at().path().child("namespace"), namespace.text(), f));
    }
    LabelKeys.validate(term, errors);
    At topology = term.topologyKey();
    if (topology.empty()) {
      errors.required(topology.path(), "can not be empty");
    }
    Labels.validateKey(topology.text(), topology.path(), errors);
  }
}
