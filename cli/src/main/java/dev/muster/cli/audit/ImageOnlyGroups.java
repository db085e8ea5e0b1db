package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.LinuxContainerUser;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The groups of a container's first process that nothing in the pod asked for: they came from the
 * image's /etc/group, and supplementalGroupsPolicy Strict would take them away.
 */
record ImageOnlyGroups(String container, Set<Long> groups) {
  /** Those of a pod's running containers that have any. */
  static List<ImageOnlyGroups> of(JsonNode pod) {
    PodSecurityContext context = Pod.of(pod).spec().securityContext();
    List<ImageOnlyGroups> found = new ArrayList<>();
    for (ContainerStatus status : running(Pod.of(pod).status())) {
      LinuxContainerUser user = status.user().linux();
      if (user.present()) {
        Set<Long> groups = numbers(user.supplementalGroups());
        groups.removeAll(numbers(context.supplementalGroups()));
        groups.remove(context.fsGroup().numberOr(-1));
        groups.remove(user.gid().numberOr(-1));
        if (!groups.isEmpty()) {
          found.add(new ImageOnlyGroups(status.name().text(), groups));
        }
      }
    }
    return found;
  }

  /** How many running containers do not say who they are, so that nothing can be told of them. */
  static int silent(JsonNode pod) {
    int count = 0;
    for (ContainerStatus status : running(Pod.of(pod).status())) {
      if (status.user().linux().absent()) {
        count++;
      }
    }
    return count;
  }

  private static List<ContainerStatus> running(PodStatus status) {
    return Stream.of(
            status.initContainerStatuses(),
            status.containerStatuses(),
            status.ephemeralContainerStatuses())
        .flatMap(List::stream)
        .filter(each -> each.state().running().present())
        .toList();
  }

  private static Set<Long> numbers(At list) {
    Set<Long> numbers = new TreeSet<>();
    list.node().forEach(number -> numbers.add(number.asLong()));
    return numbers;
  }
}
