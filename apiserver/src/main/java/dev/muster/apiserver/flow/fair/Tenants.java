package dev.muster.apiserver.flow.fair;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many seats each tenant has, and which of its requests wait. */
final class Tenants {
  private final Map<String, Tenant> all = new HashMap<>();

  /** Those who wait and have none, in the order in which they came to that. */
  private final Set<Tenant> without = new LinkedHashSet<>();

  /** Equal to itself only. */
  private static final class Tenant {
    final ArrayDeque<SeatRequest> waiting = new ArrayDeque<>(1);
    int seats;
  }

  boolean hasNone(String tenant) {
    Tenant known = all.get(tenant);
    return known == null || known.seats == 0;
  }

  void queued(SeatRequest request) {
    Tenant tenant = of(request);
    tenant.waiting.add(request);
    settle(request, tenant);
  }

  void unqueued(SeatRequest request) {
    Tenant tenant = of(request);
    tenant.waiting.remove(request);
    settle(request, tenant);
  }

  void take(SeatRequest request) {
    Tenant tenant = of(request);
    tenant.seats += request.seats();
    settle(request, tenant);
  }

  void give(SeatRequest request) {
    Tenant tenant = of(request);
    tenant.seats -= request.seats();
    settle(request, tenant);
  }

  private Tenant of(SeatRequest request) {
    return all.computeIfAbsent(request.tenant(), name -> new Tenant());
  }

  private void settle(SeatRequest request, Tenant tenant) {
    if (tenant.seats == 0 && !tenant.waiting.isEmpty()) {
      without.add(tenant);
      return;
    }
    if (!tenant.waiting.isEmpty() || !without.isEmpty()) {
      without.remove(tenant);
    }
    if (tenant.seats == 0) {
      all.remove(request.tenant());
    }
  }

  /** The oldest request of the one who has waited for longest without a seat. */
  @Nullable SeatRequest firstWithout() {
    return without.isEmpty() ? null : without.iterator().next().waiting.peekFirst();
  }
}
