package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The groups of a container's first process that nothing in the pod asked for: they came from the
 * image's /etc/group, and supplementalGroupsPolicy Strict would take them away.
 */
record ImageOnlyGroups(String container, Set<Long> groups) {
  private static final String[] STATUSES = {
    "initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"
  };

  /** Those of a pod's running containers that have any. */
  static List<ImageOnlyGroups> of(JsonNode pod) {
    JsonNode context = pod.path("spec").path("securityContext");
    List<ImageOnlyGroups> found = new ArrayList<>();
    for (String list : STATUSES) {
      for (JsonNode status : pod.path("status").path(list)) {
        JsonNode user = status.path("user").path("linux");
        if (status.path("state").has("running") && user.isObject()) {
          Set<Long> groups = numbers(user.path("supplementalGroups"));
          groups.removeAll(numbers(context.path("supplementalGroups")));
          groups.remove(context.path("fsGroup").asLong(-1));
          groups.remove(user.path("gid").asLong(-1));
          if (!groups.isEmpty()) {
            found.add(new ImageOnlyGroups(status.path("name").asText(), groups));
          }
        }
      }
    }
    return found;
  }

  /** How many running containers do not say who they are, so that nothing can be told of them. */
  static int silent(JsonNode pod) {
    int count = 0;
    for (String list : STATUSES) {
      for (JsonNode status : pod.path("status").path(list)) {
        if (status.path("state").has("running") && !status.path("user").has("linux")) {
          count++;
        }
      }
    }
    return count;
  }

  private static Set<Long> numbers(JsonNode list) {
    Set<Long> numbers = new TreeSet<>();
    list.forEach(number -> numbers.add(number.asLong()));
    return numbers;
  }
}
