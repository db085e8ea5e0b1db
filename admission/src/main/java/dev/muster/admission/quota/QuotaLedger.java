package dev.muster.admission.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Keeps what quotas count. */
@FunctionalInterface
public interface QuotaLedger {
  /**
   * Writes a quota's new status, unless the quota is another one by now.
   *
   * @param quota as it was read, with the status that it shall have
   * @return whether it was written
   */
  boolean settle(ObjectNode quota);
}
