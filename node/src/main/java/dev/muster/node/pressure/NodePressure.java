package dev.muster.node.pressure;

import dev.muster.kinds.scheduling.TaintToleration;
import dev.muster.views.CoreV1.MutableTaint;
import dev.muster.views.CoreV1.Pod;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the node is short of at present, and whom it takes meanwhile. Thread-safe. */
public final class NodePressure {
  private static final long SYSTEM_CRITICAL = 2_000_000_000L;

  private volatile Set<Pressure> present = Set.of();

  public Set<Pressure> present() {
    return present;
  }

  /** Whether anything changes. */
  public boolean set(Set<Pressure> pressures) {
    boolean other = !present.equals(pressures);
    present =
        pressures.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(pressures));
    return other;
  }

  /** Why the node does not take the pod now. */
  public Optional<String> refusal(Pod pod) {
    Set<Pressure> now = present;
    if (now.isEmpty() || isCritical(pod)) {
      return Optional.empty();
    }
    if (now.equals(Set.of(Pressure.MEMORY))
        && (!pod.status().qosClass().text().equals("BestEffort") || toleratesIt(pod))) {
      return Optional.empty();
    }
    return Optional.of(
        now.stream()
            .sorted()
            .map(Pressure::condition)
            .collect(Collectors.joining(" ", "The node had condition: [", "]. ")));
  }

  private static boolean toleratesIt(Pod pod) {
    MutableTaint taint = MutableTaint.create().key(Pressure.MEMORY.taint()).effect("NoSchedule");
    return TaintToleration.tolerated(pod.spec(), taint.reading());
  }

  /** Without these the node would not work, or they would not come back. */
  public static boolean isCritical(Pod pod) {
    return pod.isStatic() || pod.isMirror() || pod.spec().priority().number() >= SYSTEM_CRITICAL;
  }
}
