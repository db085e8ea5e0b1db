package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.OwnerReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells which pods of a namespace a new standard would refuse. */
final class ExistingPods {
  /** The more pods, the longer the write of a label would take. */
  private static final int MAX_PODS = 3000;

  private ExistingPods() {}

  static List<String> warnings(
      Standards standards, String namespace, Standard standard, List<ObjectNode> pods) {
    List<String> warnings = new ArrayList<>();
    List<Pod> checked = oneOfEachControllerFirst(pods.stream().map(Pod::of).toList());
    if (checked.size() > MAX_PODS) {
      warnings.add(
          "new PodSecurity enforce level only checked against the first "
              + MAX_PODS
              + " of "
              + checked.size()
              + " existing pods");
      checked = checked.subList(0, MAX_PODS);
    }
    Map<String, List<String>> byReasons = new LinkedHashMap<>();
    for (Pod pod : checked) {
      List<Violation> found = standards.violations(standard, CheckedPod.of(pod));
      if (!found.isEmpty()) {
        byReasons
            .computeIfAbsent(Violation.reasons(found), reasons -> new ArrayList<>())
            .add(pod.metadata().name().text());
      }
    }
    if (!byReasons.isEmpty()) {
      warnings.add(
          "existing pods in namespace \""
              + namespace
              + "\" violate the new PodSecurity enforce level \""
              + standard
              + "\"");
    }
    byReasons.entrySet().stream()
        .map(e -> names(e.getValue()) + ": " + e.getKey())
        .sorted()
        .forEach(warnings::add);
    return warnings;
  }

  private static String names(List<String> pods) {
    String first = pods.stream().sorted().findFirst().orElse("");
    return switch (pods.size()) {
      case 1 -> first;
      case 2 -> first + " (and 1 other pod)";
      default -> first + " (and " + (pods.size() - 1) + " other pods)";
    };
  }

  private static List<Pod> oneOfEachControllerFirst(List<Pod> pods) {
    List<Pod> first = new ArrayList<>();
    List<Pod> more = new ArrayList<>();
    Set<String> controllers = new HashSet<>();
    for (Pod pod : pods) {
      String controller = controller(pod);
      (controller.isEmpty() || controllers.add(controller) ? first : more).add(pod);
    }
    first.addAll(more);
    return first;
  }

  private static String controller(Pod pod) {
    for (OwnerReference owner : pod.metadata().ownerReferences()) {
      if (owner.controller().truth()) {
        return owner.uid().text();
      }
    }
    return "";
  }
}
