package dev.muster.node.pods;

import dev.muster.views.CoreV1.Pod;

/**
 * What a worker was last told of its pod.
 *
 * @param desired as the API has it
 * @param pod the same with the resources that it was granted
 * @param shown the API's picture of a static pod; the desired pod itself for all others
 * @param removed whether it is gone from where it came from
 */
record PodUpdate(Pod desired, Pod pod, Pod shown, boolean removed) {
  PodUpdate changed(Pod newer, Pod granted) {
    return new PodUpdate(newer, granted, newer, removed);
  }

  PodUpdate granted(Pod granted) {
    return new PodUpdate(desired, granted, shown, removed);
  }

  PodUpdate shownAs(Pod mirror) {
    return new PodUpdate(desired, pod, mirror, removed);
  }

  PodUpdate withRemoval() {
    return new PodUpdate(desired, pod, shown, true);
  }
}
