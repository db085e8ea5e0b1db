package dev.muster.admission.limits;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
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
        LimitDefaults.apply(range, object);
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
      for (JsonNode entry : range.path("spec").path("limits")) {
        Limit limit = new Limit(entry);
        if (isPod(request)) {
          pod(limit, object.path("spec"), faults);
        } else if (limit.type().equals("PersistentVolumeClaim")) {
          limit.checkRequests(Amounts.of(resources(object.path("spec"), "requests")), faults);
        }
      }
      if (!faults.isEmpty()) {
        throw request.forbidden(
            faults.size() == 1 ? faults.iterator().next() : "[" + String.join(", ", faults) + "]");
      }
    }
  }

  private static void pod(Limit limit, JsonNode spec, Set<String> faults) {
    switch (limit.type()) {
      case "Container" -> {
        for (String list : List.of("containers", "initContainers")) {
          for (JsonNode container : spec.path(list)) {
            limit.check(
                Amounts.of(resources(container, "requests")),
                Amounts.of(resources(container, "limits")),
                faults);
          }
        }
      }
      case "Pod" ->
          limit.check(Amounts.ofPod(spec, "requests"), Amounts.ofPod(spec, "limits"), faults);
      default -> {}
    }
  }

  private static JsonNode resources(JsonNode of, String list) {
    return of.path("resources").path(list);
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
        && (old == null || !old.path("metadata").has("deletionTimestamp"));
  }

  private List<ObjectNode> ranges(AdmissionRequest request) {
    return cluster.list("v1", "LimitRange", request.namespace());
  }
}
