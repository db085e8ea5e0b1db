package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.CoreV1.PodResourceClaim;
import dev.muster.views.CoreV1.PodResourceClaimStatus;
import dev.muster.views.CoreV1.PodStatus;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.NumberField;
import dev.muster.views.ViewList;
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

  static void prepare(MutablePod pod, MutablePod old) {
    StatusOnly.keepAllButStatus(pod.tree(), old.tree());
    MutableObjectMeta metadata = pod.metadata().ensure();
    metadata.deletionTimestamp().remove();
    metadata.ownerReferences().copy(old.metadata().ensure().ownerReferences().node());
    MutablePodStatus status = pod.status().ensure();
    PodStatus before = old.reading().status();
    status.qosClass().defaultTo(before.qosClass().text());
    if (status.qosClass().text().isEmpty()) {
      status.qosClass().remove();
    }
    keepObservedGenerations(status, before);
    DisabledFields.drop(pod, old.reading());
  }

  /** A writer that does not know of observed generations does not clear them. */
  private static void keepObservedGenerations(MutablePodStatus status, PodStatus old) {
    keep(status.observedGeneration(), old.observedGeneration().number());
    Map<String, Deque<Long>> byType = new HashMap<>();
    for (PodCondition condition : old.conditions()) {
      byType
          .computeIfAbsent(condition.type().text(), t -> new ArrayDeque<>())
          .add(condition.observedGeneration().number());
    }
    for (MutablePodCondition condition : status.conditions().each()) {
      Deque<Long> before = byType.get(condition.type().text());
      keep(condition.observedGeneration(), before == null || before.isEmpty() ? 0 : before.pop());
    }
  }

  private static void keep(NumberField generation, long observed) {
    if (observed != 0) {
      generation.defaultFromZeroTo(observed);
    }
  }

  static void validate(Pod pod, Pod old, Errors errors) {
    PodStatus status = pod.status();
    PodStatus before = old.status();
    conditions(status.conditions(), errors);
    nominatedNode(status.nominatedNodeName(), before, old, errors);
    At observed = status.observedGeneration();
    if (observed.number() < 0) {
      errors.invalid(observed, NOT_NEGATIVE);
    }
    if (!status.qosClass().text().equals(before.qosClass().text())) {
      errors.invalidText(status.qosClass().path(), status.qosClass().text(), "field is immutable");
    }
    StateTransitions.validate(status, before, old.spec(), errors);
    claims(status.resourceClaimStatuses(), pod.spec().resourceClaims(), errors);
    PodAddresses.validate(status, before, errors);
    ContainerUsers.validate(status, pod.spec().os(), errors);
  }

  private static void conditions(ViewList<PodCondition> conditions, Errors errors) {
    for (PodCondition condition : conditions) {
      At observed = condition.observedGeneration();
      if (observed.number() < 0) {
        errors.invalid(observed, NOT_NEGATIVE);
      }
      String type = condition.type().text();
      if (!SYSTEM_CONDITIONS.contains(type)) {
        Path at = condition.at().path().child("Type");
        Labels.validateKey(type, at, errors);
      }
    }
  }

  private static void nominatedNode(At name, PodStatus before, Pod old, Errors errors) {
    String text = name.text();
    if (text.isEmpty() || text.equals(before.nominatedNodeName().text())) {
      return;
    }
    Names.subdomain(text, false).forEach(f -> errors.invalid(name, f));
    if (!old.spec().nodeName().empty()) {
      errors.forbidden(name.path(), "may not be set on pods that are already bound to a node");
    }
  }

  private static void claims(
      ViewList<PodResourceClaimStatus> statuses, ViewList<PodResourceClaim> claims, Errors errors) {
    List<String> known = claims.stream().map(c -> c.name().text()).toList();
    Set<String> seen = new HashSet<>();
    for (PodResourceClaimStatus status : statuses) {
      At name = status.name();
      if (!known.contains(name.text())) {
        errors.invalidText(
            name.path(), name.text(), "must match the name of an entry in `spec.resourceClaims`");
      }
      if (!seen.add(name.text())) {
        errors.duplicate(name);
      }
      At claim = status.resourceClaimName();
      if (claim.present()) {
        Names.subdomain(claim.text(), false).forEach(f -> errors.invalid(claim, f));
      }
    }
  }
}
