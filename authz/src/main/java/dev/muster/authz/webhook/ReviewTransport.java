package dev.muster.authz.webhook;

import java.time.Duration;

/** Carries reviews to the service. Blocking, thread-safe. */
@FunctionalInterface
public interface ReviewTransport {

  /**
   * Posts a review and waits for the whole answer, at most so long.
   *
   * @throws ReviewFailure if there is no answer, or one that is too long
   */
  Reply post(byte[] review, Duration timeout) throws ReviewFailure, InterruptedException;

  /**
   * What the service answered.
   *
   * @param code the HTTP status
   * @param contentType of the body; empty if the answer has no such header
   * @param retryAfter how long the service asks to be left alone; zero if it does not say
   */
  record Reply(int code, String contentType, String body, Duration retryAfter) {}
}
