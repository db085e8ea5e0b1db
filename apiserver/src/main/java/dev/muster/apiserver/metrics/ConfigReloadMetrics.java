package dev.muster.apiserver.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.apiserver.reload.ReloadObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Gauges;
import dev.muster.base.metrics.Metric;
import java.time.InstantSource;
import java.util.List;

/** How often a configuration was read anew, and which one is in force. */
public final class ConfigReloadMetrics implements ReloadObserver {
  private final Counters reloads;
  private final Gauges lastReload;
  private final Gauges config;
  private final String server;
  private final InstantSource clock;

  /**
   * @param of what it configures, as {@code authorization}: part of the metrics' names
   */
  ConfigReloadMetrics(String of, String serverId, InstantSource clock) {
    String prefix = "apiserver_" + of + "_config_controller_";
    this.reloads =
        Counters.counter(
            prefix + "automatic_reloads_total",
            "Readings of a changed " + of + " configuration by outcome.",
            "status",
            "apiserver_id_hash");
    this.lastReload =
        new Gauges(
            prefix + "automatic_reload_last_timestamp_seconds",
            "When a changed " + of + " configuration was last read, by outcome.",
            "status",
            "apiserver_id_hash");
    this.config =
        new Gauges(
            prefix + "last_config_info",
            "The hash of the " + of + " configuration in force.",
            "apiserver_id_hash",
            "hash");
    this.server = HashLabel.of(serverId.getBytes(UTF_8));
    this.clock = clock;
  }

  List<Metric> all() {
    return List.of(reloads, lastReload, config);
  }

  /** The configuration of this file is in force. */
  public void inForce(byte[] file) {
    config.setOnly(1, server, HashLabel.of(file));
  }

  @Override
  public void reloaded(byte[] file) {
    happened("success");
    inForce(file);
  }

  @Override
  public void failed() {
    happened("failure");
  }

  private void happened(String status) {
    reloads.of(status, server).increment();
    lastReload.set(clock.millis() / 1e3, status, server);
  }
}
