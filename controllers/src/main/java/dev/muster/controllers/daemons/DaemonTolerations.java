package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableToleration;

/** What a daemon bears, whatever its template says: it is there for nodes in trouble, too. */
final class DaemonTolerations {
  private DaemonTolerations() {}

  static void addTo(MutablePodSpec podSpec) {
    add(podSpec, "not-ready", "NoExecute");
    add(podSpec, "unreachable", "NoExecute");
    add(podSpec, "disk-pressure", "NoSchedule");
    add(podSpec, "memory-pressure", "NoSchedule");
    add(podSpec, "pid-pressure", "NoSchedule");
    add(podSpec, "unschedulable", "NoSchedule");
    if (podSpec.hostNetwork().truth()) {
      add(podSpec, "network-unavailable", "NoSchedule");
    }
  }

  /** One of the same key and effect that differs is replaced where it stands. */
  private static void add(MutablePodSpec podSpec, String condition, String effect) {
    MutableToleration wanted = MutableToleration.create();
    wanted.key("node.kubernetes.io/" + condition).operator("Exists");
    wanted.effect(effect);
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    boolean placed = false;
    for (MutableToleration one : podSpec.tolerations().each()) {
      if (isSame(one, wanted)) {
        all.add(wanted.tree());
        placed = true;
      } else {
        all.add(one.tree());
      }
    }
    if (!placed) {
      all.add(wanted.tree());
    }
    podSpec.tolerations().set(all);
  }

  private static boolean isSame(MutableToleration one, MutableToleration other) {
    return one.key().text().equals(other.key().text())
        && one.effect().text().equals(other.effect().text())
        && one.operator().text().equals(other.operator().text())
        && one.value().text().equals(other.value().text());
  }
}
