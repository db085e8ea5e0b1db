package dev.muster.apiserver.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.apiserver.authzconfig.ConfigurationFollower;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Gauges;
import dev.muster.base.metrics.Metric;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;

/** How often the authorization configuration was read anew, and which one is in force. */
public final class AuthorizationConfigMetrics implements ConfigurationFollower.Reloads {
  private static final String PREFIX = "apiserver_authorization_config_controller_";

  private final Counters reloads =
      Counters.counter(
          PREFIX + "automatic_reloads_total",
          "Readings of a changed authorization configuration by outcome.",
          "status",
          "apiserver_id_hash");
  private final Gauges last =
      new Gauges(
          PREFIX + "automatic_reload_last_timestamp_seconds",
          "When a changed authorization configuration was last read, by outcome.",
          "status",
          "apiserver_id_hash");
  private final Gauges info =
      new Gauges(
          PREFIX + "last_config_info",
          "The hash of the authorization configuration in force.",
          "apiserver_id_hash",
          "hash");
  private final String server;
  private final InstantSource clock;

  AuthorizationConfigMetrics(String serverId, InstantSource clock) {
    this.server = hash(serverId.getBytes(UTF_8));
    this.clock = clock;
  }

  List<Metric> all() {
    return List.of(reloads, last, info);
  }

  /** A configuration is in force. */
  public void inForce(byte[] file) {
    info.setOnly(1, server, hash(file));
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
    last.set(clock.millis() / 1e3, status, server);
  }

  private static String hash(byte[] data) {
    if (data.length == 0) {
      return "";
    }
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
