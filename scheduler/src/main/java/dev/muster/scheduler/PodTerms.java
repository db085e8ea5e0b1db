package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.podspec.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod's affinity to other pods, read once.
 *
 * @param affinity near whom it has to be
 * @param antiAffinity near whom it must not be
 * @param wishes near whom it would like to be, with weights, negative for those it would not
 */
record PodTerms(
    List<AffinityTerm> affinity, List<AffinityTerm> antiAffinity, List<AffinityTerm> wishes) {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final PodTerms NONE = new PodTerms(List.of(), List.of(), List.of());

  static PodTerms of(Pod pod) {
    JsonNode near = pod.spec().path("affinity").path("podAffinity");
    JsonNode far = pod.spec().path("affinity").path("podAntiAffinity");
    if (near.isEmpty() && far.isEmpty()) {
      return NONE;
    }
    List<AffinityTerm> affinity = new ArrayList<>();
    near.path(REQUIRED).forEach(term -> affinity.add(AffinityTerm.required(pod, term)));
    List<AffinityTerm> antiAffinity = new ArrayList<>();
    far.path(REQUIRED).forEach(term -> antiAffinity.add(AffinityTerm.required(pod, term)));
    List<AffinityTerm> wishes = new ArrayList<>();
    near.path(PREFERRED).forEach(wish -> wishes.add(AffinityTerm.preferred(pod, wish, 1)));
    far.path(PREFERRED).forEach(wish -> wishes.add(AffinityTerm.preferred(pod, wish, -1)));
    return new PodTerms(affinity, antiAffinity, wishes);
  }
}
