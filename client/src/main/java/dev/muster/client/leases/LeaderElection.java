package dev.muster.client.leases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.views.CoordinationV1.Lease;
import dev.muster.views.CoordinationV1.MutableLease;
import dev.muster.views.CoordinationV1.MutableLeaseSpec;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a Lease is ours and keeps it. Whoever cannot renew it in time stops its work before
 * anybody else may begin; a clock that differs from others' does no harm, as only the time that
 * passes here without a renewal counts.
 */
public final class LeaderElection {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * How long things take; Kubernetes' own are 15, 10 and 2 seconds.
   *
   * @param lease how long one lasts that is not renewed
   * @param renew how long renewing may take until its holder gives up
   * @param retry how long to wait between two tries
   */
  public record Timing(Duration lease, Duration renew, Duration retry) {
    /** As Kubernetes' components have it. */
    public static final Timing DEFAULT =
        new Timing(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }

  private final ApiClient client;
  private final String path;
  private final String name;
  private final String identity;
  private final Timing timing;
  private final InstantSource clock;

  /** The Lease as it was seen last, and since when it has been so. */
  private JsonNode seen = JsonNodeFactory.instance.objectNode();

  private long seenSince = System.nanoTime();

  /**
   * By a Lease of that name.
   *
   * @param identity who we are, different for each process
   */
  public LeaderElection(
      ApiClient client,
      String namespace,
      String name,
      String identity,
      Timing timing,
      InstantSource clock) {
    this.client = client;
    this.path = "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
    this.name = name;
    this.identity = identity;
    this.timing = timing;
    this.clock = clock;
  }

  /** Returns when the Lease is ours. */
  public void acquire() throws InterruptedException {
    while (!tryHold()) {
      Thread.sleep(timing.retry());
    }
    LOG.info("lease {} is held by {}", name, identity);
  }

  /** Renews it, once it is ours; returns when it is lost. */
  public void keep() throws InterruptedException {
    long last = System.nanoTime();
    while (System.nanoTime() - last < timing.renew().toNanos()) {
      Thread.sleep(timing.retry());
      long begun = System.nanoTime();
      if (holdsBy(last + timing.renew().toNanos())) {
        last = begun;
      }
    }
    LOG.warn("lease {} is lost", name);
  }

  /** Lets others have it at once. */
  public synchronized void release() throws IOException {
    try {
      release(seen);
    } catch (ApiProblem e) {
      if (!e.isConflict()) {
        throw e;
      }
      // a renewal that was cut short may have been written nevertheless
      release(client.get(path + "/" + name));
    }
  }

  private void release(JsonNode present) throws IOException {
    if (holder(present).equals(identity)) {
      MutableLease lease = MutableLease.copyOf(Lease.of(present));
      lease.spec().ensure().holderIdentity("").leaseDurationSeconds(1);
      see(client.replace(path + "/" + name, lease.tree()));
    }
  }

  /**
   * Tries without waiting longer than until then: an answer may hang for longer than a Lease lasts.
   */
  private boolean holdsBy(long end) throws InterruptedException {
    CompletableFuture<Boolean> held = new CompletableFuture<>();
    Thread trying = Thread.ofVirtual().start(() -> held.complete(tryHold()));
    try {
      return held.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } finally {
      trying.interrupt();
    }
  }

  private synchronized boolean tryHold() {
    try {
      return hold();
    } catch (IOException e) {
      LOG.debug("lease {} not renewed: {}", name, e.toString());
      return false;
    }
  }

  private boolean hold() throws IOException {
    JsonNode present;
    try {
      present = client.get(path + "/" + name);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      see(client.create(path, with(MutableLease.create(), 0)));
      return true;
    }
    if (!Lease.of(present).spec().tree().equals(Lease.of(seen).spec().tree())) {
      see(present);
    }
    String holder = holder(present);
    if (!holder.isEmpty() && !holder.equals(identity) && !isOver(present)) {
      return false;
    }
    long transitions = Lease.of(present).spec().leaseTransitions().number();
    long next = holder.equals(identity) ? transitions : transitions + 1;
    // INVARIANT: written over exactly this version, so that of two who try one fails
    see(client.replace(path + "/" + name, with(MutableLease.copyOf(Lease.of(present)), next)));
    return true;
  }

  private void see(JsonNode lease) {
    seen = lease;
    seenSince = System.nanoTime();
  }

  private static String holder(JsonNode lease) {
    return Lease.of(lease).spec().holderIdentity().text();
  }

  private boolean isOver(JsonNode lease) {
    long seconds = Lease.of(lease).spec().leaseDurationSeconds().number();
    return System.nanoTime() - seenSince > Duration.ofSeconds(seconds).toNanos();
  }

  private ObjectNode with(MutableLease lease, long transitions) {
    String now = MICROS.format(clock.instant());
    lease.apiVersion("coordination.k8s.io/v1").kind("Lease").metadata().ensure().name(name);
    MutableLeaseSpec spec = lease.spec().ensure();
    if (!spec.holderIdentity().text().equals(identity)) {
      spec.acquireTime(now);
    }
    spec.holderIdentity(identity).renewTime(now).leaseTransitions(transitions);
    spec.leaseDurationSeconds(Math.max(1, timing.lease().toSeconds()));
    return lease.tree();
  }
}
