package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.views.CoreV1.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hears of the pods that the API server has for this node, and hands each on. */
public record ApiPods(
    PodIntake intake,
    PodWorkers workers,
    MirrorPods mirrors,
    OrphanedPods orphans,
    PodResizes resizes)
    implements Reflector.Listener {

  @Override
  public void replaced(List<ObjectNode> all) {
    Set<String> present = new HashSet<>();
    for (ObjectNode tree : all) {
      Pod pod = ofApi(tree);
      present.add(pod.isMirror() ? pod.annotation(Pod.MIRROR) : pod.uid());
      put(pod);
    }
    mirrors.keep(present);
    orphans.removeOthers(present);
    resizes.resizeAll();
  }

  @Override
  public void changed(ObjectNode tree) {
    put(ofApi(tree));
  }

  /** A pod of the API is not a static one, whatever its annotations say. */
  public static Pod ofApi(ObjectNode tree) {
    if (Pod.of(tree).metadata().annotations().node() instanceof ObjectNode given
        && given.has(Pod.SOURCE)) {
      given.put(Pod.SOURCE, "api");
    }
    return Pod.of(tree);
  }

  private void put(Pod pod) {
    if (pod.isMirror()) {
      mirrors.put(pod, workers.of(pod.annotation(Pod.MIRROR)));
    } else {
      intake.put(pod);
    }
  }

  @Override
  public void deleted(ObjectNode tree) {
    Pod pod = ofApi(tree);
    if (pod.isMirror()) {
      mirrors.remove(pod);
    } else {
      workers.remove(pod.uid());
    }
  }
}
