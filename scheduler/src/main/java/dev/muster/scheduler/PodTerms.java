package dev.muster.scheduler;

import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodAffinity;
import dev.muster.views.CoreV1.PodAntiAffinity;
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
  private static final PodTerms NONE = new PodTerms(List.of(), List.of(), List.of());

  static PodTerms of(Pod pod) {
    PodAffinity near = pod.spec().affinity().podAffinity();
    PodAntiAffinity far = pod.spec().affinity().podAntiAffinity();
    if (near.empty() && far.empty()) {
      return NONE;
    }
    List<AffinityTerm> affinity = new ArrayList<>();
    near.requiredDuringSchedulingIgnoredDuringExecution()
        .forEach(term -> affinity.add(AffinityTerm.required(pod, term)));
    List<AffinityTerm> antiAffinity = new ArrayList<>();
    far.requiredDuringSchedulingIgnoredDuringExecution()
        .forEach(term -> antiAffinity.add(AffinityTerm.required(pod, term)));
    List<AffinityTerm> wishes = new ArrayList<>();
    near.preferredDuringSchedulingIgnoredDuringExecution()
        .forEach(wish -> wishes.add(AffinityTerm.preferred(pod, wish, 1)));
    far.preferredDuringSchedulingIgnoredDuringExecution()
        .forEach(wish -> wishes.add(AffinityTerm.preferred(pod, wish, -1)));
    return new PodTerms(affinity, antiAffinity, wishes);
  }
}
