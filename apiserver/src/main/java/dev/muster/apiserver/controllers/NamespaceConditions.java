package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutableNamespace;
import dev.muster.views.CoreV1.MutableNamespaceCondition;
import dev.muster.views.StructListField;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The conditions by which a namespace tells how its deletion is coming along. */
final class NamespaceConditions {
  private NamespaceConditions() {}

  private record Condition(String type, boolean holds, String reason, String message) {}

  static void update(
      ObjectNode namespace, RemainingContent left, Optional<String> fault, Instant now) {
    StructListField<MutableNamespaceCondition> conditions =
        MutableNamespace.of(namespace).status().ensure().conditions();
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
  private static void put(
      StructListField<MutableNamespaceCondition> conditions, Condition wanted, String now) {
    String status = wanted.holds() ? "True" : "False";
    MutableNamespaceCondition condition =
        conditions.each().stream()
            .filter(present -> present.type().text().equals(wanted.type()))
            .reduce((earlier, later) -> later)
            .orElseGet(() -> conditions.add().type(wanted.type()));
    if (!condition.status().text().equals(status)) {
      condition.status(status).lastTransitionTime(now);
    }
    condition.reason(wanted.reason()).message(wanted.message());
  }
}
