package dev.muster.apiserver.authn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.ServiceAccountName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a service account token says.
 *
 * @param pod what the token is bound to, or empty; likewise secret and node. A token bound to a pod
 *     also names the node of the pod, which it does not depend on
 * @param warnAfter when a token of extended life ought to have been replaced
 */
public record TokenClaims(
    String issuer,
    String id,
    List<String> audiences,
    Instant issued,
    Instant notBefore,
    Instant expires,
    String namespace,
    Ref account,
    Optional<Ref> pod,
    Optional<Ref> secret,
    Optional<Ref> node,
    Optional<Instant> warnAfter) {

  /** An object by name and uid. */
  public record Ref(String name, String uid) {}

  public TokenClaims {
    audiences = List.copyOf(audiences);
  }

  /** The payload, with the fields in alphabetical order. */
  ObjectNode toJson() {
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    ArrayNode audience = claims.putArray("aud");
    audiences.forEach(audience::add);
    claims.put("exp", expires.getEpochSecond());
    claims.put("iat", issued.getEpochSecond());
    claims.put("iss", issuer);
    claims.put("jti", id);
    ObjectNode bound = claims.putObject("kubernetes.io");
    bound.put("namespace", namespace);
    node.ifPresent(ref -> put(bound, "node", ref));
    pod.ifPresent(ref -> put(bound, "pod", ref));
    secret.ifPresent(ref -> put(bound, "secret", ref));
    put(bound, "serviceaccount", account);
    warnAfter.ifPresent(time -> bound.put("warnafter", time.getEpochSecond()));
    claims.put("nbf", notBefore.getEpochSecond());
    claims.put("sub", new ServiceAccountName(namespace, account.name()).userName());
    return claims;
  }

  private static void put(ObjectNode to, String field, Ref ref) {
    ObjectNode named = to.putObject(field).put("name", ref.name());
    if (!ref.uid().isEmpty()) {
      named.put("uid", ref.uid());
    }
  }

  /** Reads a payload; what is missing reads as empty, and dates as long ago. */
  static TokenClaims of(JsonNode claims) {
    JsonNode bound = claims.path("kubernetes.io");
    return new TokenClaims(
        claims.path("iss").asText(),
        claims.path("jti").asText(),
        audiences(claims.path("aud")),
        date(claims.path("iat"), Instant.EPOCH),
        date(claims.path("nbf"), Instant.EPOCH),
        date(claims.path("exp"), Instant.MAX),
        bound.path("namespace").asText(),
        ref(bound.path("serviceaccount")).orElse(new Ref("", "")),
        ref(bound.path("pod")),
        ref(bound.path("secret")),
        ref(bound.path("node")),
        Optional.of(bound.path("warnafter")).filter(JsonNode::isNumber).map(TokenClaims::date));
  }

  private static List<String> audiences(JsonNode audience) {
    if (audience.isTextual()) {
      return List.of(audience.asText());
    }
    List<String> all = new ArrayList<>();
    audience.forEach(one -> all.add(one.asText()));
    return all;
  }

  private static Instant date(JsonNode seconds, Instant otherwise) {
    return seconds.isNumber() ? date(seconds) : otherwise;
  }

  private static Instant date(JsonNode seconds) {
    return Instant.ofEpochSecond(Math.clamp(seconds.asLong(), 0, 253_402_300_799L));
  }

  private static Optional<Ref> ref(JsonNode ref) {
    return ref.isObject()
        ? Optional.of(new Ref(ref.path("name").asText(), ref.path("uid").asText()))
        : Optional.empty();
  }
}
