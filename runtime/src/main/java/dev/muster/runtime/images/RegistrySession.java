package dev.muster.runtime.images;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests about one repository, with whatever its registry wants to see. Thread-safe.
 *
 * <p>Redirects are followed by hand: what was meant for the registry is not shown to the place it
 * points at, and no redirect leads from TLS to none.
 */
final class RegistrySession {
  private static final int MAX_REDIRECTS = 5;
  private static final String ACCEPT =
      String.join(
          ", ", List.of(Manifest.OCI_INDEX, Manifest.DOCKER_LIST, Manifest.OCI, Manifest.DOCKER));

  private final HttpClient http;
  private final RegistrySettings settings;
  private final ImageReference reference;
  private final String base;
  private final RegistryAuthorization authorization;

  RegistrySession(
      HttpClient http,
      RegistrySettings settings,
      ImageReference reference,
      Credentials credentials) {
    this.http = http;
    this.settings = settings;
    this.reference = reference;
    String host =
        reference.registry().equals("docker.io") ? "registry-1.docker.io" : reference.registry();
    this.base =
        (settings.isPlain(host) ? "http://" : "https://")
            + host
            + "/v2/"
            + reference.repository()
            + "/";
    this.authorization = new RegistryAuthorization(http, settings, reference, credentials);
  }

  /** A manifest or an index, whole. */
  byte[] manifest(String tagOrDigest) throws IOException {
    HttpResponse<InputStream> response =
        send(URI.create(base + "manifests/" + tagOrDigest), "Accept", ACCEPT);
    try (InputStream body = response.body()) {
      if (response.statusCode() != 200) {
        throw refusal(response.statusCode(), body, reference.name() + ":" + tagOrDigest);
      }
      byte[] bytes = body.readNBytes(Manifest.MAX_BYTES + 1);
      if (bytes.length > Manifest.MAX_BYTES) {
        throw new ImageException(
            "the manifest of " + reference + " is larger than " + Manifest.MAX_BYTES + " bytes");
      }
      return bytes;
    }
  }

  /** Content from a position on; 200 means that the registry begins at the start anyway. */
  HttpResponse<InputStream> blob(Digest digest, long from) throws IOException {
    HttpResponse<InputStream> response =
        from == 0
            ? send(URI.create(base + "blobs/" + digest))
            : send(URI.create(base + "blobs/" + digest), "Range", "bytes=" + from + "-");
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
      URI next = target(at, location.get());
      boolean same = next.getAuthority().equals(uri.getAuthority());
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

  private URI target(URI from, String location) throws ImageException {
    URI next;
    try {
      next = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new ImageException(
          "registry " + reference.registry() + " redirects to nowhere: " + Quote.of(location), e);
    }
    boolean plain = "http".equals(next.getScheme());
    if (next.getAuthority() == null
        || !plain && !"https".equals(next.getScheme())
        || plain && !settings.isPlain(next.getAuthority())) {
      throw new ImageException(
          "registry "
              + reference.registry()
              + " redirects to "
              + Quote.of(location)
              + ", without TLS");
    }
    return next;
  }

  private HttpResponse<InputStream> get(
      URI uri, @Nullable String authorizationHeader, String... headers) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(settings.stall()).header("User-Agent", "muster");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    if (authorizationHeader != null) {
      request.header("Authorization", authorizationHeader);
    }
    return exchange(http, request.build());
  }

  static HttpResponse<InputStream> exchange(HttpClient http, HttpRequest request)
      throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException(
          "interrupted while waiting for " + request.uri().getHost());
    } catch (IOException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new IOException("cannot reach " + request.uri().getAuthority() + ": " + why, e);
    }
  }

  private ImageException refusal(int status, InputStream body, String what) throws IOException {
    if (status == 404) {
      return new ImageNotFoundException("registry " + reference.registry() + " has no " + what);
    }
    String text = new String(body.readNBytes(512), java.nio.charset.StandardCharsets.UTF_8).strip();
    return new ImageException(
        "registry %s answers %d for %s%s"
            .formatted(
                reference.registry(), status, what, text.isEmpty() ? "" : ": " + Quote.of(text)));
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }
}
