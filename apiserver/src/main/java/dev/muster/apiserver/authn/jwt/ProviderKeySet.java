package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The public keys of an issuer. Only RSA and elliptic curves: a key of another kind, or one that is
 * too small or too large to be used, is as if it were not there. Immutable.
 */
final class ProviderKeySet {
  static final ProviderKeySet EMPTY = new ProviderKeySet(List.of());

  /** So that a token that names no key cannot have us try thousands. */
  private static final int MOST_KEYS = 128;

  private static final int SMALLEST_RSA = 1024;
  private static final int LARGEST_RSA = 16 * 1024;
  private static final int LARGEST_EXPONENT_BITS = 31;

  private record Key(String id, JWSVerifier verifier) {}

  private final List<Key> keys;

  private ProviderKeySet(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * @throws IOException if it is not a JSON web key set
   */
  static ProviderKeySet parse(byte[] document) throws IOException {
    JsonNode tree = Trees.parse(document);
    if (!tree.path("keys").isArray()) {
      throw new IOException("oidc: failed to decode keys: there is no list of keys");
    }
    List<Key> keys = new ArrayList<>();
    for (JsonNode key : tree.path("keys")) {
      if (keys.size() < MOST_KEYS) {
        verifier(key).ifPresent(good -> keys.add(new Key(key.path("kid").asText(), good)));
      }
    }
    return new ProviderKeySet(keys);
  }

  private static Optional<JWSVerifier> verifier(JsonNode key) {
    try {
      JWK jwk = JWK.parse(key.toString());
      if (jwk instanceof RSAKey rsa && isUsable(rsa.toRSAPublicKey())) {
        return Optional.of(new RSASSAVerifier(rsa.toRSAPublicKey()));
      }
      return jwk instanceof ECKey ec
          ? Optional.of(new ECDSAVerifier(ec.toECPublicKey()))
          : Optional.empty();
    } catch (ParseException | JOSEException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isUsable(RSAPublicKey key) {
    int bits = key.getModulus().bitLength();
    return bits >= SMALLEST_RSA
        && bits <= LARGEST_RSA
        && key.getPublicExponent().bitLength() <= LARGEST_EXPONENT_BITS;
  }

  int size() {
    return keys.size();
  }

  /**
   * Whether one of these keys signed the token: the one that it names, if it names one, by an
   * algorithm that is the key's.
   */
  boolean signed(JWSObject token) {
    String id = token.getHeader().getKeyID();
    return keys.stream()
        .filter(key -> id == null || id.isEmpty() || key.id().equals(id))
        .anyMatch(key -> signed(token, key.verifier()));
  }

  private static boolean signed(JWSObject token, JWSVerifier verifier) {
    try {
      return verifier.supportedJWSAlgorithms().contains(token.getHeader().getAlgorithm())
          && verifier.verify(token.getHeader(), token.getSigningInput(), token.getSignature());
    } catch (JOSEException e) {
      return false;
    }
  }
}
