package dev.muster.admission.webhook;

import dev.muster.views.AdmissionregistrationV1.ServiceReference;
import dev.muster.views.AdmissionregistrationV1.WebhookClientConfig;
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
    public static Endpoint of(WebhookClientConfig clientConfig) {
      ServiceReference service = clientConfig.service();
      return new Endpoint(
          clientConfig.url().text(),
          service.namespace().text(),
          service.name().text(),
          service.port().present() ? (int) service.port().number() : 443,
          service.path().text(),
          new String(
              Base64.getDecoder().decode(clientConfig.caBundle().text()), StandardCharsets.UTF_8));
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
