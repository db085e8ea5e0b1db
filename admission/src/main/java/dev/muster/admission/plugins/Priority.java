package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.SchedulingV1.PriorityClass;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns a pod's priority class into a number, and keeps the number from being chosen freely. */
public final class Priority implements AdmissionPlugin {
  private static final String PREEMPT = "PreemptLowerPriority";

  private final Cluster cluster;

  public Priority(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String name() {
    return "Priority";
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (!request.isFor("", "Pod") || request.object() == null) {
      return;
    }
    MutablePodSpec spec = MutablePod.of(request.object()).spec().ensure();
    if (request.operation() == Operation.UPDATE && request.old() != null) {
      PodSpec old = Pod.of(request.old()).spec();
      if (spec.priority().absent() && old.priority().present()) {
        spec.priority().set(old.priority().node());
      }
      if (spec.preemptionPolicy().absent() && old.preemptionPolicy().present()) {
        spec.preemptionPolicy().set(old.preemptionPolicy().node());
      }
      return;
    }
    if (request.operation() == Operation.CREATE) {
      create(request, spec);
    }
  }

  @Override
  public void validate(AdmissionRequest request) {
    if (!request.isFor("scheduling.k8s.io", "PriorityClass")
        || request.object() == null
        || !PriorityClass.of(request.object()).globalDefault().truth()) {
      return;
    }
    PriorityClass present = globalDefault();
    if (present != null) {
      String name = present.metadata().name().text();
      boolean same = name.equals(PriorityClass.of(request.object()).metadata().name().text());
      if (request.operation() == Operation.CREATE || !same) {
        throw request.forbidden(
            "PriorityClass %s is already marked as default. Only one default can exist"
                .formatted(name));
      }
    }
  }

  private void create(AdmissionRequest request, MutablePodSpec spec) {
    String className = spec.priorityClassName().text();
    long priority = 0;
    String preemption = PREEMPT;
    @Nullable PriorityClass chosen = null;
    if (className.isEmpty()) {
      chosen = globalDefault();
      if (chosen != null) {
        spec.priorityClassName(chosen.metadata().name().text());
      }
    } else {
      Optional<ObjectNode> found =
          cluster.get("scheduling.k8s.io/v1", "PriorityClass", "", className);
      if (found.isEmpty()) {
        throw request.forbidden("no PriorityClass with name " + className + " was found");
      }
      chosen = PriorityClass.of(found.get());
    }
    if (chosen != null) {
      priority = chosen.value().number();
      preemption = chosen.preemptionPolicy().present() ? chosen.preemptionPolicy().text() : PREEMPT;
    }
    if (spec.priority().present() && spec.priority().number() != priority) {
      throw request.forbidden(
          "the integer value of priority ("
              + spec.priority().number()
              + ") must not be provided in pod spec; priority admission controller computed "
              + priority
              + " from the given PriorityClass name");
    }
    spec.priority(priority);
    if (spec.preemptionPolicy().present() && !spec.preemptionPolicy().text().equals(preemption)) {
      throw request.forbidden(
          "the string value of PreemptionPolicy ("
              + spec.preemptionPolicy().text()
              + ") must not be provided in pod spec; priority admission controller computed "
              + preemption
              + " from the given PriorityClass name");
    }
    spec.preemptionPolicy(preemption);
  }

  private @Nullable PriorityClass globalDefault() {
    @Nullable PriorityClass lowest = null;
    for (ObjectNode object : cluster.list("scheduling.k8s.io/v1", "PriorityClass", "")) {
      PriorityClass candidate = PriorityClass.of(object);
      if (candidate.globalDefault().truth()
          && (lowest == null || candidate.value().number() < lowest.value().number())) {
        lowest = candidate;
      }
    }
    return lowest;
  }
}
