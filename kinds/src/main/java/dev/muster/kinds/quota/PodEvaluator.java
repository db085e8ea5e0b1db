package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodAggregates;
import dev.muster.kinds.pods.PodQos;
import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.Affinity;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodAffinity;
import dev.muster.views.CoreV1.PodAffinityTerm;
import dev.muster.views.CoreV1.PodAntiAffinity;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.CoreV1.ScopedResourceSelectorRequirement;
import dev.muster.views.CoreV1.WeightedPodAffinityTerm;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pods count what they request and are limited to, for as long as they are not at their end. */
final class PodEvaluator extends Evaluator {
  private static final List<String> COMPUTE = List.of("cpu", "memory", "ephemeral-storage");

  /** What each container must say if there is a quota for it. */
  private static final Set<String> EXPLICIT =
      Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

  PodEvaluator(String resource) {
    super(resource);
  }

  @Override
  public boolean handles(String subresource, ObjectNode pod, @Nullable ObjectNode old) {
    return subresource.equals("resize") && old != null
        || subresource.isEmpty()
            && (old == null || limitedInTime(Pod.of(pod)) != limitedInTime(Pod.of(old)));
  }

  private static boolean limitedInTime(Pod pod) {
    return pod.spec().activeDeadlineSeconds().numberOr(-1) >= 0;
  }

  @Override
  public boolean counts(String resource) {
    String bare =
        resource.startsWith("requests.") || resource.startsWith("limits.")
            ? resource.substring(resource.indexOf('.') + 1)
            : resource;
    return resource.equals("pods")
        || COMPUTE.contains(bare)
        || resource.startsWith("hugepages-")
        || resource.startsWith("requests.hugepages-")
        || resource.startsWith("requests.") && isExtended(bare)
        || super.counts(resource);
  }

  private static boolean isExtended(String resource) {
    return resource.indexOf('/') > 0
        && !resource.contains("kubernetes.io/")
        && Labels.qualifiedName(resource).isEmpty();
  }

  @Override
  public boolean inScope(ScopedResourceSelectorRequirement scope, ObjectNode pod) {
    return switch (scope.scopeName().text()) {
      case "Terminating" -> limitedInTime(Pod.of(pod));
      case "NotTerminating" -> !limitedInTime(Pod.of(pod));
      case "BestEffort" -> bestEffort(Pod.of(pod));
      case "NotBestEffort" -> !bestEffort(Pod.of(pod));
      case "PriorityClass" -> satisfies(scope, Pod.of(pod).spec().priorityClassName().text());
      case "CrossNamespacePodAffinity" -> crossesNamespaces(Pod.of(pod).spec().affinity());
      default -> false;
    };
  }

  private static boolean bestEffort(Pod pod) {
    return pod.spec().tree() instanceof ObjectNode spec
        && PodQos.of(PodSpec.of(spec)).equals("BestEffort");
  }

  private static boolean crossesNamespaces(Affinity affinity) {
    PodAffinity together = affinity.podAffinity();
    PodAntiAffinity apart = affinity.podAntiAffinity();
    return crossNamespaces(
            together.requiredDuringSchedulingIgnoredDuringExecution(),
            together.preferredDuringSchedulingIgnoredDuringExecution())
        || crossNamespaces(
            apart.requiredDuringSchedulingIgnoredDuringExecution(),
            apart.preferredDuringSchedulingIgnoredDuringExecution());
  }

  private static boolean crossNamespaces(
      ViewList<PodAffinityTerm> required, ViewList<WeightedPodAffinityTerm> preferred) {
    for (PodAffinityTerm term : required) {
      if (namesNamespaces(term)) {
        return true;
      }
    }
    for (WeightedPodAffinityTerm term : preferred) {
      if (namesNamespaces(term.podAffinityTerm())) {
        return true;
      }
    }
    return false;
  }

  private static boolean namesNamespaces(PodAffinityTerm term) {
    return !term.namespaces().empty() || term.namespaceSelector().present();
  }

  @Override
  public Optional<String> unspecified(Set<String> resources, ObjectNode pod) {
    PodSpec spec = Pod.of(pod).spec();
    if (!spec.resources().empty()) {
      return Optional.empty();
    }
    Set<String> required = new TreeSet<>(resources);
    required.retainAll(EXPLICIT);
    Map<String, Set<String>> missing = new TreeMap<>();
    List<Container> containers = new ArrayList<>(spec.containers());
    containers.addAll(spec.initContainers());
    for (Container container : containers) {
      ResourceRequirements own = container.resources();
      Set<String> given =
          compute(
                  QuotaUsage.of(own.requests().node()).amounts(),
                  QuotaUsage.of(own.limits().node()).amounts())
              .names();
      for (String resource : required) {
        if (!given.contains(resource)) {
          missing.computeIfAbsent(resource, each -> new TreeSet<>()).add(container.name().text());
        }
      }
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            missing.entrySet().stream()
                .map(e -> e.getKey() + " for: " + String.join(",", e.getValue()))
                .collect(Collectors.joining("; ", "must specify ", "")));
  }

  @Override
  public QuotaUsage usage(ObjectNode pod) {
    QuotaUsage counted = super.usage(pod);
    String phase = Pod.of(pod).status().phase().text();
    if (phase.equals("Failed") || phase.equals("Succeeded")) {
      return counted;
    }
    PodSpec spec = Pod.of(pod).spec();
    return counted.plus(
        compute(
            whole(PodAggregates.requests(spec.tree()), spec, "requests"),
            whole(PodAggregates.limits(spec.tree()), spec, "limits")));
  }

  private static Map<String, Quantity> whole(
      Map<String, Quantity> ofContainers, PodSpec spec, String list) {
    Map<String, Quantity> out = new TreeMap<>(ofContainers);
    out.putAll(QuotaUsage.of(spec.resources().tree().path(list)).amounts());
    QuotaUsage.of(spec.overhead().node())
        .amounts()
        .forEach(
            (name, amount) -> {
              if (list.equals("requests") || out.containsKey(name)) {
                out.merge(name, amount, Quantity::plus);
              }
            });
    return out;
  }

  private static QuotaUsage compute(Map<String, Quantity> requests, Map<String, Quantity> limits) {
    QuotaUsage usage = QuotaUsage.none().with("pods", ONE);
    requests.forEach(
        (name, amount) -> {
          if (COMPUTE.contains(name) || name.startsWith("hugepages-")) {
            usage.with(name, amount).with("requests." + name, amount);
          } else if (isExtended(name)) {
            usage.with("requests." + name, amount);
          }
        });
    for (String name : COMPUTE) {
      Quantity limit = limits.get(name);
      if (limit != null) {
        usage.with("limits." + name, limit);
      }
    }
    return usage;
  }
}
