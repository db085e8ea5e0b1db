package dev.muster.apiserver.authzwebhook;

import dev.muster.authz.webhook.ReviewFailure;
import dev.muster.authz.webhook.ReviewTransport;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Posts reviews over HTTPS, a bounded number at a time. */
public final class HttpsReviewTransport implements ReviewTransport, AutoCloseable {
  private static final int LONGEST_ANSWER = 1 << 20;
  private static final int AT_A_TIME = 256;
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);

  private final RemoteServer server;
  private final Semaphore places = new Semaphore(AT_A_TIME);

  public HttpsReviewTransport(RemoteServer server) {
    this.server = server;
  }

  @Override
  public Reply post(byte[] review, Duration timeout) throws ReviewFailure, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    if (!places.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      throw ReviewFailure.crowded(said("too many questions are waiting for an answer"));
    }
    try {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      RemoteServer.Answer answer = server.send("", review, left, LONGEST_ANSWER);
      return new Reply(
          answer.code(),
          answer.body(),
          answer.retryAfter().map(this::seconds).orElse(Duration.ZERO));
    } catch (IOException e) {
      throw failure(e);
    } finally {
      places.release();
    }
  }

  private Duration seconds(String retryAfter) {
    try {
      Duration asked = Duration.ofSeconds(Integer.parseUnsignedInt(retryAfter.strip()));
      return asked.compareTo(LONGEST_RETRY_AFTER) < 0 ? asked : LONGEST_RETRY_AFTER;
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }

  private ReviewFailure failure(IOException e) {
    String message = said(reason(e));
    return switch (e) {
      case HttpTimeoutException timeout -> ReviewFailure.timeout(message);
      case ConnectException connect -> ReviewFailure.unreachable(message);
      case SSLException tls -> ReviewFailure.unreachable(message);
      default -> ReviewFailure.broken(message);
    };
  }

  /** What the deepest cause with words says. */
  private static String reason(Throwable problem) {
    String reason = problem.getMessage();
    for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "the host is not known";
      }
      if (cause.getMessage() != null) {
        reason = cause.getMessage();
      }
    }
    return reason == null ? problem.getClass().getSimpleName() : reason;
  }

  private String said(String what) {
    return server.url() + ": " + what;
  }

  @Override
  public void close() {
    server.close();
  }
}
