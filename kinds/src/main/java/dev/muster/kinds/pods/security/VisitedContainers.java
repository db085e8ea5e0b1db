package dev.muster.kinds.pods.security;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All containers of a pod, in the order in which the real server visits them. */
public final class VisitedContainers {
  private VisitedContainers() {}

  /** Init, regular and ephemeral containers; the last are seen as if they were regular ones. */
  public static List<Container> of(PodSpec spec) {
    List<Container> all = new ArrayList<>(spec.initContainers());
    all.addAll(spec.containers());
    spec.ephemeralContainers().forEach(one -> all.add(new Container(one.at())));
    return all;
  }

  static Stream<String> names(PodSpec spec) {
    return of(spec).stream().map(c -> c.name().text());
  }
}
