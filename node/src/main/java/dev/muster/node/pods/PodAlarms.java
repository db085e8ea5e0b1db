package dev.muster.node.pods;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The alarms of all pods that have a worker: whoever sees that something about a pod has changed
 * rings, and need not know who works on it. Thread-safe; never blocks.
 */
public final class PodAlarms {
  private final Map<String, Alarm> alarms = new ConcurrentHashMap<>();

  /** Something about the pod's containers, probes or volumes has changed. */
  public void ring(String uid) {
    Alarm alarm = alarms.get(uid);
    if (alarm != null) {
      alarm.ring();
    }
  }

  public void ringAll() {
    alarms.values().forEach(Alarm::ring);
  }

  /** For a new worker of the pod. */
  Alarm add(String uid) {
    Alarm alarm = new Alarm();
    alarms.put(uid, alarm);
    return alarm;
  }

  void remove(String uid) {
    alarms.remove(uid);
  }
}
