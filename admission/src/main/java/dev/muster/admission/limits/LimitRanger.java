package dev.muster.admission.limits;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.LimitRange;
import dev.muster.views.CoreV1.LimitRangeItem;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gives pods the defaults of their namespace's limit ranges, and keeps pods and claims within. */
public final class LimitRanger implements AdmissionPlugin {
  private final Cluster cluster;

  public LimitRanger(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "LimitRanger";
  }

  @Override
  public void admit(AdmissionRequest request) {
    ObjectNode object = request.object();
    if (object != null && isPod(request)) {
      for (ObjectNode range : ranges(request)) {
        LimitDefaults.apply(LimitRange.of(range), MutablePod.of(object));
      }
    }
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode object = request.object();
    if (object == null || !(isPod(request) || isClaim(request))) {
      return;
    }
    for (ObjectNode range : ranges(request)) {
      Set<String> faults = new LinkedHashSet<>();
      for (LimitRangeItem entry : LimitRange.of(range).spec().limits()) {
        Limit limit = new Limit(entry);
        if (isPod(request)) {
          pod(limit, Pod.of(object).spec(), faults);
        } else if (limit.type().equals("PersistentVolumeClaim")) {
          PersistentVolumeClaim claim = PersistentVolumeClaim.of(object);
          limit.checkRequests(Amounts.of(claim.spec().resources().requests()), faults);
        }
      }
      if (!faults.isEmpty()) {
        throw request.forbidden(
            faults.size() == 1 ? faults.iterator().next() : "[" + String.join(", ", faults) + "]");
      }
    }
  }

  private static void pod(Limit limit, PodSpec spec, Set<String> faults) {
    switch (limit.type()) {
      case "Container" -> {
        spec.containers().forEach(c -> container(limit, c, faults));
        spec.initContainers().forEach(c -> container(limit, c, faults));
      }
      case "Pod" ->
          limit.check(
              Amounts.ofPod(spec, ResourceRequirements::requests),
              Amounts.ofPod(spec, ResourceRequirements::limits),
              faults);
      default -> {}
    }
  }

  private static void container(Limit limit, Container container, Set<String> faults) {
    ResourceRequirements resources = container.resources();
    limit.check(Amounts.of(resources.requests()), Amounts.of(resources.limits()), faults);
  }

  /** Containers cannot be changed later, but for what they may use. */
  private static boolean isPod(AdmissionRequest request) {
    boolean pods = request.kind().group().isEmpty() && request.kind().kind().equals("Pod");
    return pods
        && (request.operation() == Operation.CREATE && request.subresource().isEmpty()
            || request.operation() == Operation.UPDATE && request.subresource().equals("resize"));
  }

  /** Whoever is on the way out may be as large as they are. */
  private static boolean isClaim(AdmissionRequest request) {
    ObjectNode old = request.old();
    return request.isFor("", "PersistentVolumeClaim")
        && (old == null || ObjectMeta.ofObject(old).deletionTimestamp().absent());
  }

  private List<ObjectNode> ranges(AdmissionRequest request) {
    return cluster.list("v1", "LimitRange", request.namespace());
  }
}
