package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.CoreV1.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * An address for each pod, from 198.18.0.0/15, the range for benchmarks, where nothing answers.
 * Thread-safe.
 */
final class SimulatedAddresses {
  private static final int ALL = 1 << 17;

  private final Map<String, String> ofPods = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private int next = 1;

  /** The one that the pod has, or a new one. */
  synchronized String of(JsonNode pod) {
    String known = ofPods.get(Meta.uid(pod));
    if (known != null) {
      return known;
    }
    String reported = Pod.of(pod).status().podIP().text();
    String address = reported.isEmpty() ? free() : reported;
    taken.add(address);
    ofPods.put(Meta.uid(pod), address);
    return address;
  }

  /** More pods than addresses share them. */
  private String free() {
    String address = text();
    for (int tries = 0; tries < ALL && taken.contains(address); tries++) {
      address = text();
    }
    return address;
  }

  private String text() {
    int host = next++ % ALL;
    return "198.%d.%d.%d".formatted(18 + (host >> 16), host >> 8 & 0xff, host & 0xff);
  }

  synchronized void release(JsonNode pod) {
    String address = ofPods.remove(Meta.uid(pod));
    if (address != null) {
      taken.remove(address);
    }
  }
}
