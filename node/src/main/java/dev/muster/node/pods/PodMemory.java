package dev.muster.node.pods;

import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.views.CoreV1.Pod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * What a worker remembers of its pod between two steps.
 *
 * @param startTime since when the pod is active on this node
 * @param problems why containers do not run, by name; only the worker's thread has to do with them
 * @param kill which containers are being ended
 * @param alarm wakes the worker
 */
record PodMemory(
    Instant startTime,
    Map<String, ContainerProblem> problems,
    Mismatches mismatches,
    ResizeConditions resize,
    PodKill kill,
    Alarm alarm) {

  /** Begins with what the pod's status tells of earlier. */
  static PodMemory of(Pod pod, ContainerKills kills, Alarm alarm, InstantSource clock) {
    String started = pod.status().startTime().text();
    return new PodMemory(
        started.isEmpty() ? clock.instant() : Instant.parse(started),
        new HashMap<>(),
        new Mismatches(),
        new ResizeConditions(pod.status().conditions(), clock),
        new PodKill(kills, alarm::ring),
        alarm);
  }
}
