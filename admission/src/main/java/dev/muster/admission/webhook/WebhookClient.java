package dev.muster.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Carries a review to a webhook's server and the answer back. Thread-safe. */
@FunctionalInterface
public interface WebhookClient {

  /**
   * The body of a successful answer.
   *
   * @throws CallException if there is none in time, with a text for the client of our server
   */
  byte[] post(Endpoint endpoint, byte[] body, Duration timeout) throws CallException;

  /**
   * Where a webhook's server is: a URL, or a service of the cluster.
   *
   * @param url empty for a service
   * @param authorities who vouches for the server, as PEM; empty for the system's
   */
  record Endpoint(
      String url,
      String serviceNamespace,
      String serviceName,
      int port,
      String path,
      String authorities) {

    /** What a {@code clientConfig} names. */
    public static Endpoint of(JsonNode clientConfig) {
      JsonNode service = clientConfig.path("service");
      return new Endpoint(
          clientConfig.path("url").asText(),
          service.path("namespace").asText(),
          service.path("name").asText(),
          service.path("port").asInt(443),
          service.path("path").asText(),
          new String(
              Base64.getDecoder().decode(clientConfig.path("caBundle").asText()),
              StandardCharsets.UTF_8));
    }
  }

  /** There is no answer. */
  final class CallException extends Exception {
    private static final long serialVersionUID = 1;

    public CallException(String message) {
      super(message, null, false, false);
    }
  }
}
