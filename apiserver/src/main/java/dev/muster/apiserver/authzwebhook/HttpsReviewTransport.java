package dev.muster.apiserver.authzwebhook;

import dev.muster.authz.webhook.ReviewFailure;
import dev.muster.authz.webhook.ReviewTransport;
import dev.muster.base.go.GoDuration;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * Posts reviews, a bounded number at a time. Failures are told in the words of Kubernetes' clients.
 */
public final class HttpsReviewTransport implements ReviewTransport, AutoCloseable {
  private static final int LONGEST_ANSWER = 1 << 20;
  private static final int AT_A_TIME = 256;
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);

  private final RemoteServer server;
  private final String query;
  private final Semaphore places = new Semaphore(AT_A_TIME);

  /**
   * @param timeout of one question, which the service is told
   */
  public HttpsReviewTransport(RemoteServer server, Duration timeout) {
    this.server = server;
    this.query =
        (server.url().getRawQuery() == null ? "?" : "&")
            + "timeout="
            + GoDuration.exact(timeout).replace("µ", "%C2%B5");
  }

  @Override
  public Reply post(byte[] review, Duration timeout) throws ReviewFailure, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    if (!places.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      throw ReviewFailure.crowded(said("too many questions are waiting for an answer"));
    }
    try {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      RemoteServer.Answer answer = server.send(query, review, left, LONGEST_ANSWER);
      return new Reply(
          answer.code(),
          answer.contentType().orElse(""),
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
    return switch (e) {
      case HttpTimeoutException timeout ->
          ReviewFailure.timeout(
              said("context deadline exceeded (Client.Timeout exceeded while awaiting headers)"));
      case ConnectException connect -> ReviewFailure.unreachable(said(dialed(connect)));
      case SSLException tls -> ReviewFailure.unreachable(said(reason(tls)));
      case IOException reset when reason(reset).startsWith("Connection reset") ->
          ReviewFailure.reset(said("read: connection reset by peer"));
      default -> ReviewFailure.broken(said(hungUp(e) ? "EOF" : reason(e)));
    };
  }

  private String dialed(ConnectException e) {
    String reason = reason(e);
    return "dial tcp "
        + server.url().getAuthority()
        + ": "
        + (reason.equals("Connection refused") || reason.equals("ConnectException")
            ? "connect: connection refused"
            : reason);
  }

  private static boolean hungUp(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof EOFException) {
        return true;
      }
    }
    return false;
  }

  /** What the deepest cause with words says. */
  private static String reason(Throwable problem) {
    String reason = problem.getMessage();
    for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host";
      }
      if (cause.getMessage() != null) {
        reason = cause.getMessage();
      }
    }
    return reason == null ? problem.getClass().getSimpleName() : reason;
  }

  private String said(String what) {
    return "Post \"" + server.url() + query + "\": " + what;
  }

  @Override
  public void close() {
    server.close();
  }
}
