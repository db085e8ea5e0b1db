package dev.muster.kinds.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import java.util.Map;

/** Between events of {@code events.k8s.io/v1} and the core ones that are stored. */
public final class EventConversion implements Conversion {
  private static final String REPORTER = "reportingComponent";
  private static final String INSTANCE = "reportingInstance";

  /** Served name to stored name. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "regarding", "involvedObject",
          "note", "message",
          "deprecatedSource", "source",
          "deprecatedFirstTimestamp", "firstTimestamp",
          "deprecatedLastTimestamp", "lastTimestamp",
          "deprecatedCount", "count",
          "reportingController", REPORTER);

  @Override
  public ObjectNode toStored(ObjectNode served) {
    RENAMED.forEach((there, here) -> rename(served, there, here));
    for (String kept : new String[] {REPORTER, INSTANCE}) {
      if (!served.has(kept)) {
        served.put(kept, "");
      }
    }
    return served;
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    for (String kept : new String[] {REPORTER, INSTANCE}) {
      if (stored.path(kept).asText().isEmpty()) {
        stored.remove(kept);
      }
    }
    RENAMED.forEach((there, here) -> rename(stored, here, there));
    return stored;
  }

  private static void rename(ObjectNode object, String from, String to) {
    JsonNode value = object.remove(from);
    if (value != null) {
      object.set(to, value);
    }
  }
}
