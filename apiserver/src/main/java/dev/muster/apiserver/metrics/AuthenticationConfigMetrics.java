package dev.muster.apiserver.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.apiserver.authn.config.AuthenticationConfigFollower;
import dev.muster.apiserver.authn.jwt.JwtObserver;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;

/**
 * What becomes of the tokens of issuers, of the issuers' keys and of the configuration that names
 * them.
 */
public final class AuthenticationConfigMetrics
    implements AuthenticationConfigFollower.Reloads, JwtObserver {
  private static final String CONTROLLER = "apiserver_authentication_config_controller_";
  private static final String JWT = "apiserver_authentication_jwt_authenticator_";
  private static final double[] SECONDS = {.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

  private final Counters reloads =
      Counters.counter(
          CONTROLLER + "automatic_reloads_total",
          "Readings of a changed authentication configuration by outcome.",
          "status",
          "apiserver_id_hash");
  private final LatestValues lastReload =
      new LatestValues(
          CONTROLLER + "automatic_reload_last_timestamp_seconds",
          "When a changed authentication configuration was last read, by outcome.",
          "status",
          "apiserver_id_hash");
  private final LatestValues config =
      new LatestValues(
          CONTROLLER + "last_config_info",
          "The hash of the authentication configuration in force.",
          "apiserver_id_hash",
          "hash");
  private final Histograms latency =
      new Histograms(
          JWT + "latency_seconds",
          "How long judging the tokens of issuers took, in seconds.",
          SECONDS,
          "result",
          "jwt_issuer_hash");
  private final LatestValues lastFetch =
      new LatestValues(
          JWT + "jwks_fetch_last_timestamp_seconds",
          "When an issuer's keys were last fetched, by outcome.",
          "result",
          "jwt_issuer_hash",
          "apiserver_id_hash");
  private final LatestValues keySet =
      new LatestValues(
          JWT + "jwks_fetch_last_key_set_info",
          "The hash of an issuer's keys as they were last fetched.",
          "jwt_issuer_hash",
          "apiserver_id_hash",
          "hash");
  private final String server;
  private final InstantSource clock;

  AuthenticationConfigMetrics(String serverId, InstantSource clock) {
    this.server = hash(serverId.getBytes(UTF_8));
    this.clock = clock;
  }

  List<Metric> all() {
    return List.of(reloads, lastReload, config, latency, lastFetch, keySet);
  }

  /** The configuration of this file is in force. */
  public void inForce(byte[] file) {
    config.setOnly("", 1, server, hash(file));
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

  @Override
  public void judged(String issuer, boolean accepted, Duration took) {
    latency.of(accepted ? "success" : "failure", hash(issuer)).observe(took.toNanos() / 1e9);
  }

  @Override
  public void keysFetched(String issuer, byte[] fetched) {
    String name = hash(issuer);
    lastFetch.set(clock.millis() / 1e3, "success", name, server);
    keySet.setOnly(name, 1, name, server, hash(fetched));
  }

  @Override
  public void keysNotFetched(String issuer) {
    lastFetch.set(clock.millis() / 1e3, "failure", hash(issuer), server);
  }

  private static String hash(String text) {
    return hash(text.getBytes(UTF_8));
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
