package dev.muster.authz.webhook;

/** Is told what happens, to count it. Thread-safe and quick. */
public interface WebhookObserver {

  /** Hears nothing. */
  WebhookObserver DEAF =
      new WebhookObserver() {
        @Override
        public void roundTrip(String result, long nanos) {}

        @Override
        public void failed(String result, String problem) {}

        @Override
        public void failedOpen(String result) {}

        @Override
        public void matched(ReviewConditions.Outcome outcome, long nanos) {}

        @Override
        public void breaker(boolean closed) {}

        @Override
        public void refusedByBreaker() {}

        @Override
        public void cache(boolean hit) {}
      };

  /**
   * The service was asked once.
   *
   * @param result {@code success}, {@code timeout}, {@code error} or {@code canceled}
   */
  void roundTrip(String result, long nanos);

  /**
   * A question was not answered: the failure policy decides it.
   *
   * @param result as of the last round trip
   * @param problem what happened
   */
  void failed(String result, String problem);

  /** The failure policy leaves a question to the authorizers after this one. */
  void failedOpen(String result);

  /** There are conditions, and what they said of a question. */
  void matched(ReviewConditions.Outcome outcome, long nanos);

  /** The breaker begins (false: ceases) to let questions through. */
  void breaker(boolean closed);

  /** A question was not sent, because the service does not answer. */
  void refusedByBreaker();

  /** An answer was or was not remembered. */
  void cache(boolean hit);
}
