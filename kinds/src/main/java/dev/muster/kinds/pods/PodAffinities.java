package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import java.util.List;

/** Affinity of a pod to nodes and to other pods. */
final class PodAffinities {
  private PodAffinities() {}

  static void validate(At affinity, Errors errors) {
    NodeSelectors.validateAffinity(affinity.get("nodeAffinity"), errors);
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      At pods = affinity.get(kind);
      for (At term : pods.get("requiredDuringSchedulingIgnoredDuringExecution").each()) {
        term(term, errors);
      }
      for (At preferred : pods.get("preferredDuringSchedulingIgnoredDuringExecution").each()) {
        weight(preferred.get("weight"), errors);
        term(preferred.get("podAffinityTerm"), errors);
      }
    }
  }

  static void weight(At weight, Errors errors) {
    if (weight.number() <= 0 || weight.number() > 100) {
      errors.invalid(weight.path(), Long.toString(weight.number()), "must be in the range 1-100");
    }
  }

  private static void term(At term, Errors errors) {
    Labels.validateSelector(term.get("labelSelector"), errors);
    Labels.validateSelector(term.get("namespaceSelector"), errors);
    for (At namespace : term.get("namespaces").each()) {
      Names.label(namespace.text(), false)
          .forEach(f -> errors.invalidText(term.path().child("namespace"), namespace.text(), f));
    }
    LabelKeys.validate(term, errors);
    At topology = term.get("topologyKey");
    if (topology.empty()) {
      errors.required(topology.path(), "can not be empty");
    }
    Labels.validateKey(topology.text(), topology.path(), errors);
  }
}
