package dev.muster.node.client;

import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where the API server is, and who asks.
 *
 * @param tls trust in the server, and the client's certificate if it has one
 * @param token a bearer token, for clients without a certificate
 */
public record Connection(URI server, SSLContext tls, Optional<String> token) {
  @Override
  public String toString() {
    return "Connection[" + server + "]";
  }
}
