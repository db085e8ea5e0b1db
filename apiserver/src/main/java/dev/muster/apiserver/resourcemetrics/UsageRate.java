package dev.muster.apiserver.resourcemetrics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;

/**
 * What something uses.
 *
 * @param at the end of the window
 * @param cpuNanos billionths of a processor, on average over the window
 * @param memory bytes, at its end
 */
public record UsageRate(Instant at, Duration window, long cpuNanos, long memory) {
  /** As {@code usage} of {@code metrics.k8s.io}. */
  public ObjectNode usage() {
    ObjectNode usage = JsonNodeFactory.instance.objectNode();
    // a sum is written in its shortest form, a text as it was
    usage.put("cpu", Quantity.of(0).plus(Quantity.parse(cpuNanos + "n")).toString());
    usage.put("memory", Quantity.bytes(memory).toString());
    return usage;
  }
}
