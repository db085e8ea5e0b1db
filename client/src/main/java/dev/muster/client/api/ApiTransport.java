package dev.muster.client.api;

import java.io.IOException;

/**
 * Carries requests to an API server, as one user. Thread-safe; blocks. Any answer is returned,
 * whatever its status; an exception means that there is none.
 */
public interface ApiTransport extends AutoCloseable {
  /** Sends a request, and returns when the head of its answer is there. */
  ApiReply send(ApiRequest request) throws IOException;

  /** Ends what is under way. */
  @Override
  void close();
}
