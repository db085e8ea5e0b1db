package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers a registry's challenges, Basic and Bearer, and remembers the answer. Thread-safe. */
final class RegistryAuthorization {
  private static final Pattern PARAMETER =
      Pattern.compile("(?<![A-Za-z_])([A-Za-z_]++)=\"([^\"]{0,2048})\"");
  private static final int MAX_ANSWER = 1 << 20;

  private final HttpClient http;
  private final RegistrySettings settings;
  private final RegistryDestinations destinations;
  private final ImageReference reference;
  private final RegistryCredentials credentials;
  private volatile @Nullable String header;

  RegistryAuthorization(
      HttpClient http,
      RegistrySettings settings,
      RegistryDestinations destinations,
      ImageReference reference,
      RegistryCredentials credentials) {
    this.http = http;
    this.settings = settings;
    this.destinations = destinations;
    this.reference = reference;
    this.credentials = credentials;
    this.header =
        credentials.registryToken().isEmpty() ? null : "Bearer " + credentials.registryToken();
  }

  @Nullable String header() {
    return header;
  }

  /** Finds out what to send from now on; false when there is nothing new to try. */
  synchronized boolean answer(List<String> challenges) throws IOException {
    String before = header;
    for (String challenge : challenges) {
      String lower = challenge.toLowerCase(Locale.ROOT);
      if (lower.startsWith("bearer ")) {
        header = "Bearer " + token(parameters(challenge));
      } else if (lower.startsWith("basic ") && credentials.hasPassword()) {
        header = credentials.basicHeader();
      } else {
        continue;
      }
      return !header.equals(before);
    }
    return false;
  }

  private String token(Map<String, String> challenge) throws IOException {
    boolean secret = credentials.hasPassword() || !credentials.identityToken().isEmpty();
    URI realm = destinations.tokenService(challenge.getOrDefault("realm", ""), secret);
    String scope =
        challenge.getOrDefault("scope", "repository:" + reference.repository() + ":pull");
    String query =
        "service=" + encode(challenge.getOrDefault("service", "")) + "&scope=" + encode(scope);
    HttpRequest.Builder request =
        HttpRequest.newBuilder().timeout(settings.stall()).header("User-Agent", "muster");
    if (!credentials.identityToken().isEmpty()) {
      request
          .uri(realm)
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(
              HttpRequest.BodyPublishers.ofString(
                  query
                      + "&grant_type=refresh_token&client_id=muster&refresh_token="
                      + encode(credentials.identityToken())));
    } else {
      String separator = realm.getQuery() == null ? "?" : "&";
      request.uri(URI.create(realm + separator + query));
      if (credentials.hasPassword()) {
        request.header("Authorization", credentials.basicHeader());
      }
    }
    return read(RegistrySession.exchange(http, request.build()), realm);
  }

  private String read(HttpResponse<InputStream> response, URI realm) throws IOException {
    try (InputStream body = response.body()) {
      byte[] bytes = body.readNBytes(MAX_ANSWER + 1);
      if (response.statusCode() == 401 || response.statusCode() == 403) {
        throw new ImageException(
            "token service "
                + realm.getAuthority()
                + " does not accept the credentials for "
                + reference.repository());
      }
      if (response.statusCode() != 200) {
        throw new ImageException(
            "token service " + realm.getAuthority() + " answers " + response.statusCode());
      }
      if (bytes.length > MAX_ANSWER) {
        throw new ImageException(
            "the answer of token service " + realm.getAuthority() + " is too long");
      }
      JsonNode json = Json.read(bytes, "token service's answer");
      String token = json.path("token").asText("");
      token = token.isEmpty() ? json.path("access_token").asText("") : token;
      if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
        throw new ImageException("token service " + realm.getAuthority() + " gives no token");
      }
      return token;
    }
  }

  private static Map<String, String> parameters(String challenge) {
    Map<String, String> found = new HashMap<>();
    Matcher matcher = PARAMETER.matcher(challenge);
    while (matcher.find()) {
      found.put(matcher.group(1).toLowerCase(Locale.ROOT), matcher.group(2));
    }
    return found;
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
