package dev.muster.volumes;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What came of setting up a pod's volumes: those whose files changed, and those that failed. */
public record SetUp(Set<String> changed, List<VolumeFailure> failures) {
  public SetUp {
    changed = Collections.unmodifiableSet(new HashSet<>(changed));
    failures = List.copyOf(failures);
  }

  /** Whether all volumes are there. */
  public boolean complete() {
    return failures.isEmpty();
  }
}
