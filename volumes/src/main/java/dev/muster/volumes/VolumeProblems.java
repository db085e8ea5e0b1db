package dev.muster.volumes;

import java.util.LinkedHashSet;
import java.util.Set;

/** Everything that is wrong with a volume, told at once in the way Kubernetes joins errors. */
final class VolumeProblems {
  private final Set<String> messages = new LinkedHashSet<>();

  /** A step that may find a problem. */
  interface Step {
    void run() throws VolumeException;
  }

  void collect(Step step) {
    try {
      step.run();
    } catch (VolumeException e) {
      messages.add(e.getMessage());
    }
  }

  void throwIfAny() throws VolumeException {
    if (messages.size() == 1) {
      throw new VolumeException(messages.iterator().next());
    }
    if (!messages.isEmpty()) {
      throw new VolumeException("[" + String.join(", ", messages) + "]");
    }
  }
}
