package dev.muster.apiserver.server;

import dev.muster.apiserver.flow.FlowLimits;
import java.time.Duration;

/**
 * How much a server takes on.
 *
 * @param requestTimeout how long a request may take, unless it is one that lasts
 * @param flow how much is served at a time
 * @param quotaBackendBytes how many bytes the store may hold in memory, history included
 */
public record Limits(Duration requestTimeout, FlowLimits flow, long quotaBackendBytes) {

  public static Limits defaults() {
    return new Limits(Duration.ofSeconds(60), FlowLimits.defaults(), defaultQuota());
  }

  /** Half of the heap: the rest is for requests, and for what the collector has not seen yet. */
  public static long defaultQuota() {
    return Runtime.getRuntime().maxMemory() / 2;
  }

  public Limits withRequestTimeout(Duration other) {
    return new Limits(other, flow, quotaBackendBytes);
  }

  public Limits with(FlowLimits other) {
    return new Limits(requestTimeout, other, quotaBackendBytes);
  }

  public Limits withQuotaBackendBytes(long bytes) {
    return new Limits(requestTimeout, flow, bytes);
  }
}
