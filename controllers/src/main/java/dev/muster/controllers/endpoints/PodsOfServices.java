package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Service;
import java.util.Comparator;
import java.util.List;

/** Adds the keys of Services to a queue when one of their pods becomes another one for them. */
record PodsOfServices(Informer services, WorkQueue queue) implements ObjectHandler {

  /** The pods that a Service selects, by name. */
  static List<ObservedPod> selected(ObjectNode service, Informer pods) {
    return pods.inNamespace(Meta.namespace(service)).stream()
        .filter(pod -> ServicePods.matches(Service.of(service), Pod.of(pod).metadata().labels()))
        .sorted(Comparator.comparing(Meta::name))
        .map(ObservedPod::new)
        .toList();
  }

  @Override
  public void added(ObjectNode pod) {
    enqueue(pod);
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    if (!seen(before).equals(seen(after))) {
      enqueue(before);
      enqueue(after);
    }
  }

  @Override
  public void deleted(ObjectNode last) {
    enqueue(last);
  }

  /** All of a pod that a Service has to do with. */
  private static List<Object> seen(ObjectNode tree) {
    ObservedPod pod = new ObservedPod(tree);
    return List.of(
        pod.metadata().labels().node(),
        pod.deleted(),
        pod.terminal(),
        pod.ready(),
        pod.scheduled(),
        pod.status().podIPs().at().node(),
        pod.spec().hostname().text(),
        pod.spec().subdomain().text());
  }

  private void enqueue(ObjectNode pod) {
    for (ObjectNode service : services.inNamespace(Meta.namespace(pod))) {
      if (ServicePods.selects(Service.of(service))
          && ServicePods.matches(Service.of(service), Pod.of(pod).metadata().labels())) {
        queue.add(Informer.key(service));
      }
    }
  }
}
