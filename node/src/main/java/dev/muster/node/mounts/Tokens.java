package dev.muster.node.mounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.http.Escaped;
import dev.muster.views.AuthenticationV1.MutableTokenRequest;
import dev.muster.views.AuthenticationV1.MutableTokenRequestSpec;
import dev.muster.views.AuthenticationV1.TokenRequest;
import dev.muster.views.AuthenticationV1.TokenRequestStatus;
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
    MutableTokenRequest request =
        MutableTokenRequest.create().kind("TokenRequest").apiVersion("authentication.k8s.io/v1");
    MutableTokenRequestSpec body = request.spec().ensure();
    ArrayNode audiences = body.audiences().list();
    if (!spec.audience().isEmpty()) {
      audiences.add(spec.audience());
    }
    body.expirationSeconds(spec.expirationSeconds());
    body.boundObjectRef()
        .replace()
        .kind("Pod")
        .apiVersion("v1")
        .name(spec.podName())
        .uid(spec.podUid());
    ObjectNode answer =
        client.create(
            "/api/v1/namespaces/"
                + spec.namespace()
                + "/serviceaccounts/"
                + Escaped.segment(spec.serviceAccount())
                + "/token",
            request.tree());
    TokenRequestStatus given = TokenRequest.of(answer).status();
    Instant expires = Instant.parse(given.expirationTimestamp().text());
    Duration life = Duration.between(now, expires);
    Duration use = life.multipliedBy(4).dividedBy(5);
    return new Token(
        given.token().text(), now.plus(use.compareTo(LONGEST) < 0 ? use : LONGEST), expires);
  }

  void forget(String uid) {
    tokens.keySet().removeIf(spec -> spec.podUid().equals(uid));
  }
}
