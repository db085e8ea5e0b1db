package dev.muster.apiserver.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.apiserver.authn.jwt.JwtObserver;
import dev.muster.base.metrics.Gauges;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** What becomes of the tokens of issuers, and of the issuers' keys. */
final class JwtMetrics implements JwtObserver {
  private static final String JWT = "apiserver_authentication_jwt_authenticator_";
  private static final double[] SECONDS = {.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

  private final Histograms latency =
      new Histograms(
          JWT + "latency_seconds",
          "How long judging the tokens of issuers took, in seconds.",
          SECONDS,
          "result",
          "jwt_issuer_hash");
  private final Gauges lastFetch =
      new Gauges(
          JWT + "jwks_fetch_last_timestamp_seconds",
          "When an issuer's keys were last fetched, by outcome.",
          "result",
          "jwt_issuer_hash",
          "apiserver_id_hash");
  private final Gauges keySet =
      new Gauges(
          JWT + "jwks_fetch_last_key_set_info",
          "The hash of an issuer's keys as they were last fetched.",
          "jwt_issuer_hash",
          "apiserver_id_hash",
          "hash");
  private final String server;
  private final InstantSource clock;

  JwtMetrics(String serverId, InstantSource clock) {
    this.server = hash(serverId);
    this.clock = clock;
  }

  List<Metric> all() {
    return List.of(latency, lastFetch, keySet);
  }

  @Override
  public void judged(String issuer, boolean accepted, Duration took) {
    latency.of(accepted ? "success" : "failure", hash(issuer)).observe(took.toNanos() / 1e9);
  }

  @Override
  public void keysFetched(String issuer, byte[] fetched) {
    String name = hash(issuer);
    lastFetch.set(clock.millis() / 1e3, "success", name, server);
    keySet.setOnlyOfFirst(1, name, server, HashLabel.of(fetched));
  }

  @Override
  public void keysNotFetched(String issuer) {
    lastFetch.set(clock.millis() / 1e3, "failure", hash(issuer), server);
  }

  private static String hash(String text) {
    return HashLabel.of(text.getBytes(UTF_8));
  }
}
