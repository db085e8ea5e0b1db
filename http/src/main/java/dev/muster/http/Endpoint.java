package dev.muster.http;

/**
 * Answers requests. Called on a virtual thread per request; whatever it throws becomes a Status
 * answer.
 */
@FunctionalInterface
public interface Endpoint {
  void handle(Exchange exchange) throws Exception;
}
