package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import java.util.List;
import java.util.stream.Stream;

/** All containers of a pod, in the order in which the real server visits them. */
final class VisitedContainers {
  private static final List<String> LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private VisitedContainers() {}

  static List<At> of(At spec) {
    return LISTS.stream().flatMap(list -> spec.get(list).each().stream()).toList();
  }

  static Stream<String> names(At spec) {
    return of(spec).stream().map(c -> c.text("name"));
  }
}
