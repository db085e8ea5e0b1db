package dev.muster.runtime.images;

import dev.muster.base.go.GoText;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests about one repository, with whatever its registry wants to see. Thread-safe.
 *
 * <p>Redirects are followed by hand: what was meant for the registry is not shown to the place it
 * points at, and they lead only where {@link RegistryDestinations} lets them. What a registry says
 * when it refuses is logged; a pod's owner sees only its code.
 */
final class RegistrySession {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrySession.class);
  private static final int MAX_REDIRECTS = 5;
  private static final int LOGGED_BYTES = 512;
  private static final String ACCEPT =
      String.join(
          ", ",
          List.of(
              ImageManifest.OCI_INDEX,
              ImageManifest.DOCKER_LIST,
              ImageManifest.OCI,
              ImageManifest.DOCKER));

  private final HttpClient http;
  private final RegistrySettings settings;
  private final ImageReference reference;
  private final URI base;
  private final RegistryDestinations destinations;
  private final RegistryAuthorization authorization;

  RegistrySession(
      HttpClient http,
      RegistrySettings settings,
      ImageReference reference,
      RegistryCredentials credentials)
      throws ImageException {
    this.http = http;
    this.settings = settings;
    this.reference = reference;
    String host =
        reference.registry().equals("docker.io") ? "registry-1.docker.io" : reference.registry();
    this.base = base((settings.isPlain(host) ? "http://" : "https://") + host);
    this.destinations = new RegistryDestinations(settings, base);
    this.authorization =
        new RegistryAuthorization(http, settings, destinations, reference, credentials);
  }

  private URI base(String server) throws ImageException {
    try {
      URI uri = new URI(server + "/v2/" + reference.repository() + "/");
      if (uri.getHost() != null && uri.getPort() <= 65535) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // told below
    }
    throw new ImageException("registry " + GoText.brief(reference.registry()) + " is no address");
  }

  /** The repository that is asked. */
  String source() {
    return base.toString();
  }

  /** A manifest or an index, whole. */
  byte[] manifest(String tagOrDigest) throws IOException {
    HttpResponse<InputStream> response =
        send(base.resolve("manifests/" + tagOrDigest), "Accept", ACCEPT);
    try (InputStream body = response.body()) {
      if (response.statusCode() != 200) {
        throw refusal(response.statusCode(), body, reference.name() + ":" + tagOrDigest);
      }
      byte[] bytes = body.readNBytes(ImageManifest.MAX_BYTES + 1);
      if (bytes.length > ImageManifest.MAX_BYTES) {
        throw new ImageException(
            "the manifest of "
                + reference
                + " is larger than "
                + ImageManifest.MAX_BYTES
                + " bytes");
      }
      return bytes;
    }
  }

  /** Content from a position on; 200 means that the registry begins at the start anyway. */
  HttpResponse<InputStream> blob(Digest digest, long from) throws IOException {
    HttpResponse<InputStream> response =
        from == 0
            ? send(base.resolve("blobs/" + digest))
            : send(base.resolve("blobs/" + digest), "Range", "bytes=" + from + "-");
    int status = response.statusCode();
    if (status != 200 && status != 206 && status != 416) {
      try (InputStream body = response.body()) {
        throw refusal(status, body, digest.text());
      }
    }
    return response;
  }

  private HttpResponse<InputStream> send(URI uri, String... headers) throws IOException {
    HttpResponse<InputStream> response = get(uri, authorization.header(), headers);
    if (response.statusCode() == 401) {
      List<String> challenges = response.headers().allValues("www-authenticate");
      response.body().close();
      if (!authorization.answer(challenges)) {
        throw unauthorized();
      }
      response = get(uri, authorization.header(), headers);
      if (response.statusCode() == 401) {
        response.body().close();
        throw unauthorized();
      }
    }
    URI at = uri;
    for (int i = 0; isRedirect(response.statusCode()); i++) {
      response.body().close();
      Optional<String> location = response.headers().firstValue("location");
      if (location.isEmpty() || i == MAX_REDIRECTS) {
        throw new ImageException("registry " + reference.registry() + " redirects to nowhere");
      }
      URI next = destinations.redirect(at, location.get());
      boolean same =
          next.getScheme().equals(uri.getScheme())
              && next.getAuthority().equals(uri.getAuthority());
      response = get(next, same ? authorization.header() : null, headers);
      at = next;
    }
    return response;
  }

  private ImageException unauthorized() {
    return new ImageException(
        "registry %s does not accept the credentials for %s"
            .formatted(reference.registry(), reference.repository()));
  }

  private HttpResponse<InputStream> get(
      URI uri, @Nullable String authorizationHeader, String... headers) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(settings.stall()).header("User-Agent", "muster");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    if (authorizationHeader != null) {
      authorize(request, authorizationHeader);
    }
    return exchange(http, request.build());
  }

  private void authorize(HttpRequest.Builder request, String value) throws ImageException {
    try {
      request.header("Authorization", value);
    } catch (IllegalArgumentException e) {
      // not the cause: it repeats the secret
      throw new ImageException(
          "the credentials for registry " + reference.registry() + " are no header's value");
    }
  }

  /** Sends a request; failures are told without what the other side said. */
  static HttpResponse<InputStream> exchange(HttpClient http, HttpRequest request)
      throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException(
          "interrupted while waiting for " + request.uri().getHost());
    } catch (IOException e) {
      LOG.info("cannot reach {}: {}", request.uri().getAuthority(), GoText.brief(e.toString()));
      throw new IOException("cannot reach " + request.uri().getAuthority() + ": " + why(e), e);
    }
  }

  private static String why(IOException problem) {
    return switch (problem) {
      case HttpTimeoutException late -> "no answer in time";
      case ConnectException refused ->
          refused.getMessage() == null ? "no connection" : refused.getMessage();
      case SSLException tls -> String.valueOf(tls.getMessage());
      default -> "no answer that can be read";
    };
  }

  private ImageException refusal(int status, InputStream body, String what) throws IOException {
    if (status == 404) {
      return new ImageNotFoundException("registry " + reference.registry() + " has no " + what);
    }
    String text = new String(body.readNBytes(LOGGED_BYTES), StandardCharsets.UTF_8).strip();
    LOG.info(
        "registry {} answers {} for {}: {}",
        reference.registry(),
        status,
        what,
        GoText.brief(text));
    return new ImageException(
        "registry %s answers %d for %s".formatted(reference.registry(), status, what));
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }
}
