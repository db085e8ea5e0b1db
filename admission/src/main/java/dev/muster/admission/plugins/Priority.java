package dev.muster.admission.plugins;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;
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
    ObjectNode spec = (ObjectNode) request.object().get("spec");
    if (request.operation() == Operation.UPDATE && request.old() != null) {
      At old = new At(request.old(), Path.root()).get("spec");
      if (!spec.has("priority") && old.has("priority")) {
        spec.set("priority", old.get("priority").node());
      }
      if (!spec.has("preemptionPolicy") && old.has("preemptionPolicy")) {
        spec.set("preemptionPolicy", old.get("preemptionPolicy").node());
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
        || !request.object().path("globalDefault").asBoolean()) {
      return;
    }
    ObjectNode present = globalDefault();
    if (present != null) {
      String name = present.path("metadata").path("name").asText();
      boolean same = name.equals(request.object().path("metadata").path("name").asText());
      if (request.operation() == Operation.CREATE || !same) {
        throw request.forbidden(
            "PriorityClass %s is already marked as default. Only one default can exist"
                .formatted(name));
      }
    }
  }

  private void create(AdmissionRequest request, ObjectNode spec) {
    String className = request.at().get("spec").text("priorityClassName");
    long priority = 0;
    String preemption = PREEMPT;
    @Nullable ObjectNode chosen = null;
    if (className.isEmpty()) {
      chosen = globalDefault();
      if (chosen != null) {
        spec.put("priorityClassName", chosen.path("metadata").path("name").asText());
      }
    } else {
      Optional<ObjectNode> found =
          cluster.get("scheduling.k8s.io/v1", "PriorityClass", "", className);
      if (found.isEmpty()) {
        throw request.forbidden("no PriorityClass with name " + className + " was found");
      }
      chosen = found.get();
    }
    if (chosen != null) {
      priority = chosen.path("value").asLong();
      preemption = chosen.path("preemptionPolicy").asText(PREEMPT);
    }
    if (spec.has("priority") && spec.get("priority").asLong() != priority) {
      throw request.forbidden(
          "the integer value of priority ("
              + spec.get("priority").asLong()
              + ") must not be provided in pod spec; priority admission controller computed "
              + priority
              + " from the given PriorityClass name");
    }
    spec.put("priority", priority);
    if (spec.has("preemptionPolicy") && !spec.get("preemptionPolicy").asText().equals(preemption)) {
      throw request.forbidden(
          "the string value of PreemptionPolicy ("
              + spec.get("preemptionPolicy").asText()
              + ") must not be provided in pod spec; priority admission controller computed "
              + preemption
              + " from the given PriorityClass name");
    }
    spec.put("preemptionPolicy", preemption);
  }

  private @Nullable ObjectNode globalDefault() {
    @Nullable ObjectNode lowest = null;
    for (ObjectNode candidate : cluster.list("scheduling.k8s.io/v1", "PriorityClass", "")) {
      if (candidate.path("globalDefault").asBoolean()
          && (lowest == null || candidate.path("value").asLong() < lowest.path("value").asLong())) {
        lowest = candidate;
      }
    }
    return lowest;
  }
}
