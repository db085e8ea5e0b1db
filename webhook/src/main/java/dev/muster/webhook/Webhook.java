package dev.muster.webhook;

import dev.muster.admission.gmsa.GmsaRules;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.http.HttpsServer;
import dev.muster.http.ServerOptions;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running webhook. */
public final class Webhook implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Webhook.class);
  private static final Duration RENEW_EVERY = Duration.ofHours(1);

  private final RemoteServer cluster;
  private final HttpsServer server;
  private final Pki pki;
  private final Authorities authorities;
  private final Thread renewal;

  private Webhook(RemoteServer cluster, HttpsServer server, Pki pki, Authorities authorities) {
    this.cluster = cluster;
    this.server = server;
    this.pki = pki;
    this.authorities = authorities;
    this.renewal = Thread.ofVirtual().name("certificates").start(this::renewRegularly);
  }

  /** Starts a webhook; returns once it answers. */
  public static Webhook start(WebhookOptions options, Clock clock) throws IOException {
    Pki pki =
        Pki.open(
            new PkiOptions(options.data(), null, null, null, null, List.of(), options.names()),
            clock);
    RemoteServer cluster = new RemoteServer(options.cluster());
    ClusterObjects objects = new ClusterObjects(cluster);
    GmsaRules rules = new GmsaRules(objects, new AccessReviews(cluster));
    HttpsServer server =
        HttpsServer.start(
            ServerOptions.on(options.bindAddress(), options.port()),
            pki.serverContext(),
            new CallersOnly(options.callers(), clock, new ReviewEndpoint(rules)));
    Webhook webhook =
        new Webhook(cluster, server, pki, new Authorities(cluster, options.configuration()));
    webhook.publish();
    return webhook;
  }

  public int port() {
    return server.port();
  }

  /** What callers have to trust, as PEM. */
  public String authority() {
    return pki.trustedPem();
  }

  /** Makes new certificates in place of those about to expire; connections from now on see them. */
  public void renew() {
    pki.renew();
    publish();
  }

  private void publish() {
    try {
      authorities.publish(pki.trustedPem());
    } catch (IOException e) {
      LOG.warn(
          "the webhook configurations could not be updated; the next try is in an hour: {}",
          e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renewRegularly() {
    try {
      while (true) {
        Thread.sleep(RENEW_EVERY);
        try {
          renew();
        } catch (RuntimeException e) {
          LOG.error("certificates cannot be renewed; the next try is in an hour", e);
        }
      }
    } catch (InterruptedException e) {
      // told to stop
    }
  }

  @Override
  public void close() {
    renewal.interrupt();
    server.close();
    cluster.close();
  }
}
