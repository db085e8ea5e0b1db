package dev.muster.model.apply;

import dev.muster.model.codec.Times;
import java.time.Instant;

/**
 * Who writes, through what, and when.
 *
 * @param manager the field manager's name; empty is written as {@code unknown}
 * @param subresource the subresource that is written to, or empty
 */
public record Write(String manager, String subresource, Instant at) {

  public Write {
    manager = manager.isEmpty() ? "unknown" : manager;
  }

  Owner updater(String apiVersion, FieldSet fields) {
    return new Owner(manager, false, apiVersion, subresource, time(), fields);
  }

  Owner applier(String apiVersion, FieldSet fields) {
    return new Owner(manager, true, apiVersion, subresource, time(), fields);
  }

  private String time() {
    return Times.seconds(at);
  }
}
