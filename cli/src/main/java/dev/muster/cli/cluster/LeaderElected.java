package dev.muster.cli.cluster;

import dev.muster.client.api.ApiClient;
import dev.muster.client.leases.LeaderElection;
import dev.muster.client.leases.LeaderElection.Timing;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that one of several processes does: the one that holds a Lease. Who loses it stops, and
 * waits for it again.
 */
public final class LeaderElected implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderElected.class);

  /** Work that has begun; closing it returns once nothing is being done any more. */
  public interface Work extends AutoCloseable {
    @Override
    void close();
  }

  private final String lease;
  private final LeaderElection election;
  private final Supplier<Work> work;
  private final Duration wait;
  private final Thread thread;

  private LeaderElected(String lease, ApiClient client, Timing timing, Supplier<Work> work) {
    this.lease = lease;
    this.election =
        new LeaderElection(client, "kube-system", lease, identity(), timing, Clock.systemUTC());
    this.work = work;
    this.wait = timing.retry();
    this.thread = Thread.ofVirtual().name("leader-" + lease).unstarted(this::run);
  }

  /**
   * Begins to wait for a Lease in kube-system; returns at once.
   *
   * @param client its holder's; not closed here
   */
  public static LeaderElected start(
      String lease, ApiClient client, Timing timing, Supplier<Work> work) {
    LeaderElected elected = new LeaderElected(lease, client, timing, work);
    elected.thread.start();
    return elected;
  }

  /** Different for each process, and for each start of it. */
  private static String identity() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      host = "localhost";
    }
    return host + "_" + UUID.randomUUID();
  }

  private void run() {
    try {
      while (true) {
        election.acquire();
        try {
          lead();
        } catch (RuntimeException e) {
          LOG.error("work under lease {} failed; others may have it", lease, e);
          release();
          Thread.sleep(wait);
        }
      }
    } catch (InterruptedException e) {
      release();
    }
  }

  /** INVARIANT: the work is told to end before anybody else can have the Lease. */
  private void lead() throws InterruptedException {
    Work begun = work.get();
    try {
      election.keep();
    } finally {
      boolean told = Thread.interrupted(); // closing is not to be cut short
      begun.close();
      if (told) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void release() {
    try {
      election.release();
    } catch (IOException e) {
      LOG.info("lease {} was not released: {}", lease, e.getMessage());
    }
  }

  /** Stops the work, if it is ours, and lets others have it at once. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
