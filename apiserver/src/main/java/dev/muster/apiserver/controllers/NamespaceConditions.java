package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The conditions by which a namespace tells how its deletion is coming along. */
final class NamespaceConditions {
  private NamespaceConditions() {}

  private record Condition(String type, boolean holds, String reason, String message) {}

  static void update(
      ObjectNode namespace, RemainingContent left, Optional<String> fault, Instant now) {
    ObjectNode status = namespace.withObject("/status");
    ArrayNode conditions =
        status.path("conditions") instanceof ArrayNode present
            ? present
            : status.putArray("conditions");
    for (Condition wanted : of(left, fault)) {
      put(conditions, wanted, Times.seconds(now));
    }
  }

  private static List<Condition> of(RemainingContent left, Optional<String> fault) {
    return List.of(
        new Condition(
            "NamespaceDeletionDiscoveryFailure",
            false,
            "ResourcesDiscovered",
            "All resources successfully discovered"),
        new Condition(
            "NamespaceDeletionGroupVersionParsingFailure",
            false,
            "ParsedGroupVersions",
            "All legacy kube types successfully parsed"),
        fault
            .map(
                message ->
                    new Condition(
                        "NamespaceDeletionContentFailure",
                        true,
                        "ContentDeletionFailed",
                        "Failed to delete all resource types, 1 remaining: " + message))
            .orElse(
                new Condition(
                    "NamespaceDeletionContentFailure",
                    false,
                    "ContentDeleted",
                    "All content successfully deleted, may be waiting on finalization")),
        left.isEmpty()
            ? new Condition(
                "NamespaceContentRemaining",
                false,
                "ContentRemoved",
                "All content successfully removed")
            : new Condition(
                "NamespaceContentRemaining",
                true,
                "SomeResourcesRemain",
                "Some resources are remaining: " + left.describeResources()),
        left.hasFinalizers()
            ? new Condition(
                "NamespaceFinalizersRemaining",
                true,
                "SomeFinalizersRemain",
                "Some content in the namespace has finalizers remaining: "
                    + left.describeFinalizers())
            : new Condition(
                "NamespaceFinalizersRemaining",
                false,
                "ContentHasNoFinalizers",
                "All content-preserving finalizers finished"));
  }

  /** The time of the last transition changes with the status only. */
  private static void put(ArrayNode conditions, Condition wanted, String now) {
    String status = wanted.holds() ? "True" : "False";
    ObjectNode condition = null;
    for (JsonNode present : conditions) {
      if (present.path("type").asText().equals(wanted.type())) {
        condition = (ObjectNode) present;
      }
    }
    if (condition == null) {
      condition = conditions.addObject().put("type", wanted.type());
    }
    if (!condition.path("status").asText().equals(status)) {
      condition.put("status", status).put("lastTransitionTime", now);
    }
    condition.put("reason", wanted.reason()).put("message", wanted.message());
  }
}
