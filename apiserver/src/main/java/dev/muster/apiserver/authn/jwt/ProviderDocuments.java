package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.client.http.Escaped;
import dev.muster.client.http.WholeAnswers;
import dev.muster.model.codec.Trees;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * What a provider publishes, fetched over TLS: no more than {@value #LONGEST} bytes in ten seconds,
 * and from nobody that it redirects to.
 */
final class ProviderDocuments implements AutoCloseable {
  static final int LONGEST = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient client;

  ProviderDocuments(Trust trust) {
    this.client =
        HttpClient.newBuilder()
            .sslContext(ClientTls.context(trust, Optional.empty()))
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE)
            .build();
  }

  /**
   * Where the issuer's keys are, by its discovery document.
   *
   * @throws IOException if there is no document, or it is another issuer's
   */
  URI keysOf(String issuer, String discoveryUrl) throws IOException, InterruptedException {
    JsonNode document;
    byte[] body = get(Escaped.uri(discoveryUrl));
    try {
      document = Trees.parse(body);
    } catch (IOException e) {
      throw new IOException("oidc: failed to decode provider discovery object: " + brief(e), e);
    }
    String named = document.path("issuer").asText();
    if (!named.equals(issuer)) {
      throw new IOException(
          "oidc: issuer did not match the issuer returned by provider, expected %s got %s"
              .formatted(GoText.quote(issuer), GoText.brief(named)));
    }
    String keys = document.path("jwks_uri").asText();
    if (keys.isEmpty()) {
      throw new IOException("provider did not return JWKS URL");
    }
    URI uri = Escaped.uri(keys);
    if (!"https".equals(uri.getScheme())) {
      throw new IOException("the provider's jwks_uri must be https: " + GoText.brief(keys));
    }
    return uri;
  }

  /** A document as it is. */
  byte[] get(URI uri) throws IOException, InterruptedException {
    return get(uri, "");
  }

  /**
   * A document as it is.
   *
   * @param access the token that opens it; empty if it is open
   */
  byte[] get(URI uri, String access) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .header("Accept", access.isEmpty() ? "application/json" : "*/*")
            .header("User-Agent", "muster");
    if (!access.isEmpty()) {
      request.header("Authorization", "Bearer " + access);
    }
    HttpResponse<byte[]> answer = WholeAnswers.get(client, request.build(), PATIENCE, LONGEST);
    int code = answer.statusCode();
    if (code / 100 == 3) {
      throw new IOException(code + ": redirects are not followed");
    }
    if (code != 200) {
      String body = new String(answer.body(), StandardCharsets.UTF_8);
      throw new IOException(code + ": " + GoText.brief(body));
    }
    return answer.body();
  }

  private static String brief(IOException problem) {
    return GoText.brief(String.valueOf(problem.getMessage()));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
