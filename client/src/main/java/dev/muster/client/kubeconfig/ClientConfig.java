package dev.muster.client.kubeconfig;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the current context of a kubeconfig says.
 *
 * @param server an https URL, or an http one of this machine where that was allowed
 * @param identity the client certificate
 * @param impersonation the headers by which the user acts as somebody else
 * @param namespace the context's, {@code default} if it names none
 */
public record ClientConfig(
    URI server,
    Route route,
    Trust trust,
    Optional<Identity> identity,
    Credential credential,
    Map<String, List<String>> impersonation,
    String namespace) {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConfig.class);

  /** Of a server that is reached directly, by a user who is nobody else. */
  public ClientConfig(
      URI server,
      Trust trust,
      Optional<Identity> identity,
      Credential credential,
      String namespace) {
    this(server, Route.DIRECT, trust, identity, credential, Map.of(), namespace);
  }

  /**
   * Reads a kubeconfig.
   *
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig read(Path file) {
    return new KubeconfigReader(file).read();
  }

  /**
   * Reads a kubeconfig whose server may do without TLS if it is on this machine, by an address that
   * cannot be another's.
   *
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig readOrLoopback(Path file) {
    return new KubeconfigReader(file, true).read();
  }

  /**
   * Reads a kubeconfig's text.
   *
   * @param file where the text would be: files that it names are looked for beside it
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig parse(String text, Path file) {
    return new KubeconfigReader(file).parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same user, acting as somebody else by these headers. */
  public ClientConfig acting(Map<String, List<String>> headers) {
    return new ClientConfig(server, route, trust, identity, credential, headers, namespace);
  }

  /** The client's side of TLS with this server. */
  public SSLContext tls() {
    if (trust instanceof Trust.Anyone) {
      LOG.warn("insecure-skip-tls-verify is on: anyone can pretend to be {}", server);
    }
    return ClientTls.context(trust, identity, route.serverName());
  }

  /** A client that reaches the server; it follows no redirects, which lead elsewhere. */
  public HttpClient.Builder connections() {
    HttpClient.Builder client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER);
    if ("https".equals(server.getScheme())) {
      client.sslContext(tls());
    } else {
      client.version(HttpClient.Version.HTTP_1_1);
    }
    route
        .proxy()
        .ifPresent(
            proxy ->
                client.proxy(
                    ProxySelector.of(
                        InetSocketAddress.createUnresolved(proxy.getHost(), proxy.getPort()))));
    return client;
  }

  /** Says in a request who makes it. */
  public void authenticate(HttpRequest.Builder request) throws IOException {
    credential.header().ifPresent(value -> request.header("Authorization", value));
    impersonation.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
  }
}
