package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.MutableAffinity;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodAffinityTerm;
import dev.muster.views.CoreV1.MutableTopologySpreadConstraint;
import dev.muster.views.CoreV1.MutableWeightedPodAffinityTerm;
import dev.muster.views.CoreV1.PodAffinityTerm;
import dev.muster.views.CoreV1.TopologySpreadConstraint;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.LabelSelectorRequirement;
import dev.muster.views.MetaV1.MutableLabelSelector;
import dev.muster.views.MetaV1.MutableLabelSelectorRequirement;
import dev.muster.views.StructListField;
import dev.muster.views.TreeField;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keys of the pod's own labels whose values a term should match or not match: at creation they
 * become expressions of the term's selector.
 */
final class LabelKeys {
  private LabelKeys() {}

  static void validate(PodAffinityTerm term, Errors errors) {
    validate(
        term.at(), term.matchLabelKeys(), term.mismatchLabelKeys(), term.labelSelector(), errors);
  }

  static void validate(TopologySpreadConstraint constraint, Errors errors) {
    At none = At.root(MissingNode.getInstance());
    validate(
        constraint.at(), constraint.matchLabelKeys(), none, constraint.labelSelector(), errors);
  }

  private static void validate(
      At term, At match, At mismatch, LabelSelector selector, Errors errors) {
    names(match, selector, errors);
    names(mismatch, selector, errors);
    if (selector.present()) {
      repeated(term, match.texts(), selector, errors);
    }
    Set<String> avoided = new HashSet<>(mismatch.texts());
    for (At key : match.each()) {
      if (avoided.contains(key.text())) {
        errors.invalidText(
            key.path(), key.text(), "exists in both matchLabelKeys and mismatchLabelKeys");
      }
    }
  }

  private static void names(At keys, LabelSelector selector, Errors errors) {
    if (keys.size() == 0) {
      return;
    }
    if (selector.absent()) {
      errors.forbidden(keys.path(), "must not be specified when labelSelector is not set");
      return;
    }
    for (At key : keys.each()) {
      Labels.validateKey(key.text(), key.path(), errors);
    }
  }

  /** A key is in the selector once on its own account; a second time means the user named it. */
  private static void repeated(At term, List<String> keys, LabelSelector selector, Errors errors) {
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      last.put(keys.get(i), i);
    }
    Set<String> seen = new HashSet<>();
    selector.matchLabels().entries().forEach(e -> seen.add(e.getKey()));
    for (LabelSelectorRequirement expression : selector.matchExpressions()) {
      String key = expression.key().text();
      Integer at = last.get(key);
      if (at != null && seen.contains(key)) {
        errors.invalidText(
            term.path().index(at), key, "exists in both matchLabelKeys and labelSelector");
      }
      seen.add(key);
    }
  }

  /** Puts the values of the pod's labels into the selectors of its affinity and spread terms. */
  static void apply(MutablePod pod) {
    At labels = pod.reading().metadata().labels();
    pod.spec()
        .ifPresent(
            spec -> {
              spec.affinity().ifPresent(affinity -> apply(affinity, labels));
              for (MutableTopologySpreadConstraint constraint :
                  spec.topologySpreadConstraints().each()) {
                constraint
                    .labelSelector()
                    .ifPresent(s -> add(s, constraint.matchLabelKeys(), "In", labels));
              }
            });
  }

  private static void apply(MutableAffinity affinity, At labels) {
    affinity
        .podAffinity()
        .ifPresent(
            pods -> {
              weighted(pods.preferredDuringSchedulingIgnoredDuringExecution(), labels);
              required(pods.requiredDuringSchedulingIgnoredDuringExecution(), labels);
            });
    affinity
        .podAntiAffinity()
        .ifPresent(
            pods -> {
              weighted(pods.preferredDuringSchedulingIgnoredDuringExecution(), labels);
              required(pods.requiredDuringSchedulingIgnoredDuringExecution(), labels);
            });
  }

  private static void weighted(StructListField<MutableWeightedPodAffinityTerm> terms, At labels) {
    terms.each().forEach(term -> term.podAffinityTerm().ifPresent(t -> merge(t, labels)));
  }

  private static void required(StructListField<MutablePodAffinityTerm> terms, At labels) {
    terms.each().forEach(term -> merge(term, labels));
  }

  private static void merge(MutablePodAffinityTerm term, At labels) {
    term.labelSelector()
        .ifPresent(
            selector -> {
              add(selector, term.matchLabelKeys(), "In", labels);
              add(selector, term.mismatchLabelKeys(), "NotIn", labels);
            });
  }

  private static void add(
      MutableLabelSelector selector, TreeField keys, String operator, At labels) {
    for (JsonNode key : keys.node()) {
      At value = labels.get(key.asText());
      if (value.present()) {
        MutableLabelSelectorRequirement expression = selector.matchExpressions().add();
        expression.key(key.asText()).operator(operator).values().list().add(value.text());
      }
    }
  }
}
