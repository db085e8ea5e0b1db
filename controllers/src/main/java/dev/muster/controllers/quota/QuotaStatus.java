package dev.muster.controllers.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.quota.Evaluator;
import dev.muster.kinds.quota.QuotaScope;
import dev.muster.kinds.quota.QuotaUsage;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutableResourceQuotaStatus;
import dev.muster.views.CoreV1.ResourceQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a quota's status should be. */
final class QuotaStatus {
  /**
   * What admission has counted is stored a moment later, and seen a moment after that. As long as a
   * quota keeps changing it is not made lower: nobody gets in twice for being quick.
   */
  private static final Duration QUIET = Duration.ofMillis(300);

  private QuotaStatus() {}

  /**
   * @param objects all that the quota may count, by their resource
   * @return limits and what is used of each, as far as something of it is known
   */
  static MutableResourceQuotaStatus of(ObjectNode quota, Map<String, List<ObjectNode>> objects) {
    QuotaUsage hard = QuotaUsage.of(ResourceQuota.of(quota).spec().hard().node());
    QuotaUsage used =
        QuotaUsage.of(ResourceQuota.of(quota).status().used().node()).only(hard.names());
    QuotaUsage counted = QuotaUsage.none();
    for (Map.Entry<String, List<ObjectNode>> each : objects.entrySet()) {
      Evaluator evaluator = Evaluator.of(each.getKey());
      Set<String> names = evaluator.counted(hard.names());
      QuotaUsage sum = QuotaUsage.none();
      names.forEach(name -> sum.with(name, Quantity.of(0)));
      QuotaUsage all = sum;
      for (ObjectNode object : each.getValue()) {
        if (QuotaScope.covers(quota, evaluator, object)) {
          all = all.plus(evaluator.usage(object).only(names));
        }
      }
      counted = counted.plus(all);
    }
    QuotaUsage now = QuotaUsage.none();
    used.amounts().forEach(now::with);
    counted.amounts().forEach(now::with);
    MutableResourceQuotaStatus status = MutableResourceQuotaStatus.create();
    hard.writeTo(status.hard().map());
    now.writeTo(status.used().map());
    return status;
  }

  /**
   * How long to wait, and count again, before a quota may have this status.
   *
   * @param changed when the quota was seen to change last
   */
  static Duration untilWritten(
      MutableResourceQuotaStatus status, ObjectNode quota, Instant changed, Instant now) {
    Duration left = QUIET.minus(Duration.between(changed, now));
    return lowers(status, ResourceQuota.of(quota)) && left.isPositive() ? left : Duration.ZERO;
  }

  /** Whether something is used less by the one than by the other. */
  private static boolean lowers(MutableResourceQuotaStatus status, ResourceQuota quota) {
    QuotaUsage now = QuotaUsage.of(status.used().node());
    QuotaUsage before = QuotaUsage.of(quota.status().used().node());
    return now.amounts().entrySet().stream()
        .anyMatch(
            each -> {
              Quantity other = before.amounts().get(each.getKey());
              return other != null && each.getValue().compareTo(other) < 0;
            });
  }
}
