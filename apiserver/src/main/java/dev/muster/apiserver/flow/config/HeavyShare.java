package dev.muster.apiserver.flow.config;

import java.util.HashMap;
import java.util.Map;

/** How many requests of a level are heavy now, and whose. Thread-safe. */
final class HeavyShare {
  private final Map<String, Integer> byTenant = new HashMap<>();
  private int all;

  /** Takes one of so many, of which a tenant has half at most; false if there is none for it. */
  synchronized boolean take(String tenant, int most) {
    int own = byTenant.getOrDefault(tenant, 0);
    if (all >= most || own >= Math.max(1, most / 2)) {
      return false;
    }
    all++;
    byTenant.put(tenant, own + 1);
    return true;
  }

  synchronized void give(String tenant) {
    all--;
    byTenant.computeIfPresent(tenant, (name, has) -> has == 1 ? null : has - 1);
  }
}
