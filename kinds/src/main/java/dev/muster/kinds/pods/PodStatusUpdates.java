package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.StatusOnly;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes to a pod's status. */
final class PodStatusUpdates {
  private static final Set<String> SYSTEM_CONDITIONS =
      Set.of("PodScheduled", "Ready", "Initialized");
  private static final String NOT_NEGATIVE = "must be a non-negative integer";

  private PodStatusUpdates() {}

  static void prepare(ObjectNode pod, ObjectNode old) {
    StatusOnly.keepAllButStatus(pod, old);
    ObjectNode metadata = Children.ensure(pod, "metadata");
    metadata.remove("deletionTimestamp");
    PodUpdates.copy("ownerReferences", Children.ensure(old, "metadata"), metadata);
    ObjectNode status = Children.ensure(pod, "status");
    JsonNode before = old.path("status");
    Children.defaultText(status, "qosClass", Children.text(before, "qosClass"));
    if (Children.text(status, "qosClass").isEmpty()) {
      status.remove("qosClass");
    }
    keepObservedGenerations(status, before);
    DisabledFields.drop(pod, old);
  }

  /** A writer that does not know of observed generations does not clear them. */
  private static void keepObservedGenerations(ObjectNode status, JsonNode old) {
    keep(status, Children.number(old, "observedGeneration"));
    Map<String, Deque<Long>> byType = new HashMap<>();
    for (ObjectNode condition : Children.each(old, "conditions")) {
      byType
          .computeIfAbsent(Children.text(condition, "type"), t -> new ArrayDeque<>())
          .add(Children.number(condition, "observedGeneration"));
    }
    for (ObjectNode condition : Children.each(status, "conditions")) {
      Deque<Long> before = byType.get(Children.text(condition, "type"));
      keep(condition, before == null || before.isEmpty() ? 0 : before.pop());
    }
  }

  private static void keep(ObjectNode holder, long observed) {
    if (Children.number(holder, "observedGeneration") == 0 && observed != 0) {
      holder.put("observedGeneration", observed);
    }
  }

  static void validate(At pod, At old, Errors errors) {
    At status = pod.get("status");
    At before = old.get("status");
    conditions(status.get("conditions"), errors);
    nominatedNode(status.get("nominatedNodeName"), before, old, errors);
    At observed = status.get("observedGeneration");
    if (observed.number() < 0) {
      errors.invalid(observed, NOT_NEGATIVE);
    }
    if (!status.text("qosClass").equals(before.text("qosClass"))) {
      errors.invalidText(
          status.get("qosClass").path(), status.text("qosClass"), "field is immutable");
    }
    StateTransitions.validate(status, before, old.get("spec"), errors);
    claims(status.get("resourceClaimStatuses"), pod.get("spec", "resourceClaims"), errors);
    PodAddresses.validate(status, before, errors);
    ContainerUsers.validate(status, pod.get("spec", "os"), errors);
  }

  private static void conditions(At conditions, Errors errors) {
    for (At condition : conditions.each()) {
      At observed = condition.get("observedGeneration");
      if (observed.number() < 0) {
        errors.invalid(observed, NOT_NEGATIVE);
      }
      String type = condition.text("type");
      if (!SYSTEM_CONDITIONS.contains(type)) {
        Path at = condition.path().child("Type");
        Labels.validateKey(type, at, errors);
      }
    }
  }

  private static void nominatedNode(At name, At before, At old, Errors errors) {
    String text = name.text();
    if (text.isEmpty() || text.equals(before.text("nominatedNodeName"))) {
      return;
    }
    Names.subdomain(text, false).forEach(f -> errors.invalid(name, f));
    if (!old.get("spec", "nodeName").empty()) {
      errors.forbidden(name.path(), "may not be set on pods that are already bound to a node");
    }
  }

  private static void claims(At statuses, At claims, Errors errors) {
    List<String> known = claims.each().stream().map(c -> c.text("name")).toList();
    Set<String> seen = new HashSet<>();
    for (At status : statuses.each()) {
      At name = status.get("name");
      if (!known.contains(name.text())) {
        errors.invalidText(
            name.path(), name.text(), "must match the name of an entry in `spec.resourceClaims`");
      }
      if (!seen.add(name.text())) {
        errors.duplicate(name);
      }
      At claim = status.get("resourceClaimName");
      if (claim.present()) {
        Names.subdomain(claim.text(), false).forEach(f -> errors.invalid(claim, f));
      }
    }
  }
}
