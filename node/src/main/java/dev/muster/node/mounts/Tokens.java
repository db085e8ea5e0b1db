package dev.muster.node.mounts;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.http.Escaped;
import dev.muster.volumes.TokenSpec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Service account tokens of pods, renewed when four fifths of their life are over. */
final class Tokens {
  private static final Duration LONGEST = Duration.ofHours(24);

  private record Token(String text, Instant renew, Instant expires) {
    @Override
    public String toString() {
      return "Token[expires=" + expires + "]";
    }
  }

  private final ApiClient client;
  private final InstantSource clock;
  private final Map<TokenSpec, Token> tokens = new ConcurrentHashMap<>();

  Tokens(ApiClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  String get(TokenSpec spec) throws IOException {
    Instant now = clock.instant();
    Token known = tokens.get(spec);
    if (known != null && now.isBefore(known.renew())) {
      return known.text();
    }
    try {
      Token fresh = request(spec, now);
      tokens.put(spec, fresh);
      return fresh.text();
    } catch (IOException e) {
      if (known != null && now.isBefore(known.expires())) {
        return known.text();
      }
      throw e;
    }
  }

  private Token request(TokenSpec spec, Instant now) throws IOException {
    ObjectNode request = JsonNodeFactory.instance.objectNode();
    request.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
    ObjectNode body = request.putObject("spec");
    if (spec.audience().isEmpty()) {
      body.putArray("audiences");
    } else {
      body.putArray("audiences").add(spec.audience());
    }
    body.put("expirationSeconds", spec.expirationSeconds());
    body.putObject("boundObjectRef")
        .put("kind", "Pod")
        .put("apiVersion", "v1")
        .put("name", spec.podName())
        .put("uid", spec.podUid());
    ObjectNode answer =
        client.create(
            "/api/v1/namespaces/"
                + spec.namespace()
                + "/serviceaccounts/"
                + Escaped.segment(spec.serviceAccount())
                + "/token",
            request);
    Instant expires = Instant.parse(answer.path("status").path("expirationTimestamp").asText());
    Duration life = Duration.between(now, expires);
    Duration use = life.multipliedBy(4).dividedBy(5);
    return new Token(
        answer.path("status").path("token").asText(),
        now.plus(use.compareTo(LONGEST) < 0 ? use : LONGEST),
        expires);
  }

  void forget(String uid) {
    tokens.keySet().removeIf(spec -> spec.podUid().equals(uid));
  }
}
