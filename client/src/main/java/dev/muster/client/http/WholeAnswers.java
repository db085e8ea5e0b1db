package dev.muster.client.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Answers that are read to their end, in a time and a size that the caller bounds. */
public final class WholeAnswers {
  private WholeAnswers() {}

  /**
   * Sends a request and reads the whole answer.
   *
   * @throws HttpTimeoutException if the answer is not there, whole, in time; one that trickles in
   *     is not
   * @throws IOException if there is no answer, or a longer one than it may be
   */
  public static HttpResponse<byte[]> get(
      HttpClient client, HttpRequest request, Duration timeout, int longest)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request, answer -> new BoundedBytes(longest));
    try {
      return sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no answer within " + timeout.toMillis() + " ms");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      sent.cancel(true); // whoever stops waiting also stops the exchange
    }
  }
}
