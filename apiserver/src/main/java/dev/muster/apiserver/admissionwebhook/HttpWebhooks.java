package dev.muster.apiserver.admissionwebhook;

import dev.muster.admission.Cluster;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.client.http.Escaped;
import dev.muster.client.http.WholeAnswers;
import dev.muster.client.kubeconfig.KubeconfigUsers;
import dev.muster.pki.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Posts reviews over HTTPS, on connections that are kept, as the user that each server is for. */
public final class HttpWebhooks implements WebhookClient, AutoCloseable {
  private static final int MAX_ANSWER = 8 << 20;
  private static final int MAX_CLIENTS = 64;

  private final Services services;
  private final KubeconfigUsers users;
  private final Map<Trust, HttpClient> clients = new LinkedHashMap<>();

  /** What a connection has to prove, and who proves to be at this end: one client for each. */
  private record Trust(String authorities, String name, Optional<Identity> own) {}

  /**
   * @param users who to be for which server; the host of a service is its name, as {@code
   *     web.default.svc}
   */
  public HttpWebhooks(Cluster cluster, KubeconfigUsers users) {
    this.services = new Services(cluster);
    this.users = users;
  }

  @Override
  public byte[] post(Endpoint endpoint, byte[] body, Duration timeout) throws CallException {
    boolean service = endpoint.url().isEmpty();
    String shown =
        service
            ? "https://" + name(endpoint) + ":" + endpoint.port() + path(endpoint)
            : endpoint.url();
    String query = (shown.contains("?") ? "&" : "?") + "timeout=" + timeout.toSeconds() + "s";
    String what = "Post \"" + shown + query + "\": ";
    String real = service ? "https://" + address(endpoint) + path(endpoint) : shown;
    try {
      KubeconfigUsers.Who who = service ? user(endpoint) : user(Escaped.uri(shown));
      HttpRequest.Builder request =
          HttpRequest.newBuilder(Escaped.uri(real + query))
              .timeout(timeout)
              .header("Content-Type", "application/json")
              .header("Accept", "application/json")
              .POST(HttpRequest.BodyPublishers.ofByteArray(body));
      who.credential().header().ifPresent(value -> request.header("Authorization", value));
      HttpResponse<byte[]> answer =
          WholeAnswers.get(
              client(
                  new Trust(endpoint.authorities(), service ? name(endpoint) : "", who.identity())),
              request.build(),
              timeout,
              MAX_ANSWER);
      if (answer.statusCode() != 200) {
        throw new CallException(what + "the server answered with HTTP " + answer.statusCode());
      }
      return answer.body();
    } catch (HttpTimeoutException e) {
      throw new CallException(what + "context deadline exceeded");
    } catch (IOException | IllegalArgumentException e) {
      throw new CallException(what + Reasons.of(e));
    } catch (GeneralSecurityException e) {
      throw new CallException(what + "the caBundle cannot be used: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CallException(what + "interrupted");
    }
  }

  private KubeconfigUsers.Who user(Endpoint endpoint) {
    return users.forServer(name(endpoint), endpoint.port());
  }

  private KubeconfigUsers.Who user(URI url) {
    String host = url.getHost() == null ? "" : url.getHost();
    return users.forServer(host, url.getPort() < 0 ? 443 : url.getPort());
  }

  private String address(Endpoint endpoint) throws CallException {
    return services
        .address(endpoint.serviceNamespace(), endpoint.serviceName(), endpoint.port())
        .orElseThrow(
            () ->
                new CallException(
                    "service \""
                        + endpoint.serviceName()
                        + "\" in namespace \""
                        + endpoint.serviceNamespace()
                        + "\" has no address for port "
                        + endpoint.port()));
  }

  /** The name that the certificate of a service's server has to carry. */
  private static String name(Endpoint endpoint) {
    return endpoint.serviceName() + "." + endpoint.serviceNamespace() + ".svc";
  }

  private static String path(Endpoint endpoint) {
    return endpoint.path().startsWith("/") ? endpoint.path() : "/" + endpoint.path();
  }

  private synchronized HttpClient client(Trust trust) throws GeneralSecurityException {
    HttpClient known = clients.remove(trust);
    if (known == null) {
      known =
          HttpClient.newBuilder()
              .sslContext(PinnedTrust.context(trust.authorities(), trust.name(), trust.own()))
              .connectTimeout(Duration.ofSeconds(10))
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
    }
    clients.put(trust, known);
    if (clients.size() > MAX_CLIENTS) {
      clients.remove(clients.keySet().iterator().next());
    }
    return known;
  }

  @Override
  public synchronized void close() {
    clients.values().forEach(HttpClient::shutdownNow);
    clients.clear();
  }
}
