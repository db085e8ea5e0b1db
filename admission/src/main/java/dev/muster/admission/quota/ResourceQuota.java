package dev.muster.admission.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.kinds.quota.Evaluator;
import dev.muster.kinds.quota.QuotaScope;
import dev.muster.kinds.quota.QuotaUsage;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutableResourceQuota;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps a namespace within its quotas. */
public final class ResourceQuota implements AdmissionPlugin {
  /** Writers of the same quota get in each other's way; each time one of them is through. */
  private static final int TRIES = 100;

  private final Cluster cluster;
  private final QuotaLedger ledger;

  public ResourceQuota(Cluster cluster, QuotaLedger ledger) {
    this.cluster = cluster;
    this.ledger = ledger;
  }

  @Override
  public String name() {
    return "ResourceQuota";
  }

  @Override
  public void validate(AdmissionRequest request) {
    ObjectNode object = request.object();
    if (object == null || request.namespace().isEmpty() || request.isFor("", "Namespace")) {
      return;
    }
    boolean create = request.operation() == Operation.CREATE;
    boolean write = create || request.operation() == Operation.UPDATE;
    Evaluator evaluator = Evaluator.of(request.kind().qualifiedPlural());
    if (!write
        || !evaluator.handles(request.subresource(), object, create ? null : request.old())) {
      return;
    }
    Set<String> settled = new HashSet<>();
    for (int tries = 0; tries < TRIES; tries++) {
      if (settle(request, object, evaluator, settled)) {
        return;
      }
    }
    throw Status.conflict(
            "",
            "resourcequotas",
            request.namespace(),
            "the quotas were changed by too many others at once")
        .exception();
  }

  /**
   * Counts the object in every quota that concerns it; false if one was changed meanwhile.
   *
   * @param settled the names of quotas that have it already
   */
  private boolean settle(
      AdmissionRequest request, ObjectNode object, Evaluator evaluator, Set<String> settled) {
    List<ObjectNode> changed = new ArrayList<>();
    for (ObjectNode quota : cluster.list("v1", "ResourceQuota", request.namespace())) {
      if (!settled.contains(name(quota)) && concerns(quota, evaluator, object)) {
        check(request, quota, evaluator, object);
        QuotaUsage more = more(request, quota, object, evaluator);
        if (!more.amounts().isEmpty()) {
          changed.add(counted(request, quota, more));
        }
      }
    }
    if (!request.dryRun()) {
      for (ObjectNode quota : changed) {
        if (!ledger.settle(quota)) {
          return false;
        }
        settled.add(name(quota));
      }
    }
    return true;
  }

  private static String name(ObjectNode quota) {
    return CoreV1.ResourceQuota.of(quota).metadata().name().text();
  }

  /** The quota with more in it, if that is not too much. */
  private static ObjectNode counted(AdmissionRequest request, ObjectNode quota, QuotaUsage more) {
    QuotaUsage hard = hard(quota);
    QuotaUsage used = used(quota);
    QuotaUsage then = used.plus(more);
    Set<String> exceeded = then.only(more.names()).above(hard);
    if (!exceeded.isEmpty()) {
      throw request.forbidden(
          "exceeded quota: %s, requested: %s, used: %s, limited: %s"
              .formatted(
                  name(quota), more.only(exceeded), used.only(exceeded), hard.only(exceeded)));
    }
    ObjectNode next = quota.deepCopy();
    ObjectNode written = next.objectNode();
    then.writeTo(written);
    MutableResourceQuota.of(next).status().ensure().used(written);
    return next;
  }

  private static boolean concerns(ObjectNode quota, Evaluator evaluator, ObjectNode object) {
    return !evaluator.counted(hard(quota).names()).isEmpty()
        && QuotaScope.covers(quota, evaluator, object);
  }

  private static QuotaUsage hard(ObjectNode quota) {
    return QuotaUsage.of(CoreV1.ResourceQuota.of(quota).status().hard().node());
  }

  private static QuotaUsage used(ObjectNode quota) {
    return QuotaUsage.of(CoreV1.ResourceQuota.of(quota).status().used().node());
  }

  private static void check(
      AdmissionRequest request, ObjectNode quota, Evaluator evaluator, ObjectNode object) {
    String name = name(quota);
    Set<String> counted = evaluator.counted(hard(quota).names());
    evaluator
        .unspecified(counted, object)
        .ifPresent(
            why -> {
              throw request.forbidden("failed quota: " + name + ": " + why);
            });
    if (!used(quota).names().containsAll(counted)) {
      throw request.forbidden(
          "status unknown for quota: " + name + ", resources: " + String.join(",", counted));
    }
  }

  /** What the quota has to count on top: for a change, what the object did not have before. */
  private static QuotaUsage more(
      AdmissionRequest request, ObjectNode quota, ObjectNode object, Evaluator evaluator) {
    QuotaUsage usage = evaluator.usage(object);
    Set<String> negative = usage.negative();
    if (!negative.isEmpty()) {
      throw request.forbidden(
          "quota usage is negative for resource(s): " + String.join(",", negative));
    }
    ObjectNode old = request.old();
    QuotaUsage had =
        request.operation() == Operation.UPDATE && old != null && concerns(quota, evaluator, old)
            ? evaluator.usage(old)
            : QuotaUsage.none();
    return usage.beyond(had).only(hard(quota).names());
  }
}
