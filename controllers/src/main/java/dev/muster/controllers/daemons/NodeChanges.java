package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.ViewList;
import java.util.List;

/** Whoever has something to do because of a node's labels or taints is reconciled. */
record NodeChanges(Informer daemons, Informer pods, WorkQueue queue) implements ObjectHandler {
  private static final String BY_NODE = "node";

  NodeChanges {
    pods.index(BY_NODE, pod -> List.of(Pod.of(pod).spec().nodeName().text()));
  }

  @Override
  public void added(ObjectNode node) {
    look(node);
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    boolean same =
        Meta.labels(before).equals(Meta.labels(after))
            && taints(before).at().node().equals(taints(after).at().node());
    if (!same) {
      look(after);
    }
  }

  private static ViewList<Taint> taints(JsonNode node) {
    return Node.of(node).spec().taints();
  }

  @Override
  public void deleted(ObjectNode last) {
    // its pods are deleted as those of any node that is gone
  }

  private void look(ObjectNode node) {
    List<ObjectNode> there = pods.by(BY_NODE, Meta.name(node));
    for (ObjectNode daemon : daemons.list()) {
      DaemonView.Fit fit = new DaemonView(daemon).fit(node);
      boolean placed = there.stream().anyMatch(pod -> ControllerOwners.controls(daemon, pod));
      boolean misplaced = DaemonSet.of(daemon).status().numberMisscheduled().number() > 0;
      if (fit.run() && !placed || !fit.stay() && placed || placed && misplaced) {
        queue.add(Informer.key(daemon));
      }
    }
  }
}
