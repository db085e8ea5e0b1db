package dev.muster.apiserver.authn;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The keys of service account tokens: one to sign with, and all that are accepted. Thread-safe. */
final class SigningKeys {
  private record Key(PublicKey key, JWSAlgorithm algorithm, JWSVerifier verifier) {}

  private final JWSHeader header;
  private final JWSSigner signer;
  private final Map<String, Key> byId = new LinkedHashMap<>();

  SigningKeys(KeyPair signing, List<PublicKey> accepted) {
    try {
      JWSAlgorithm algorithm = algorithm(signing.getPublic());
      header = new JWSHeader.Builder(algorithm).keyID(id(signing.getPublic())).build();
      signer =
          signing.getPrivate() instanceof ECPrivateKey ec
              ? new ECDSASigner(ec)
              : new RSASSASigner(signing.getPrivate());
      for (PublicKey key : accepted) {
        byId.put(id(key), new Key(key, algorithm(key), verifier(key)));
      }
    } catch (JOSEException e) {
      throw new IllegalArgumentException(
          "a service account key cannot be used: " + e.getMessage(), e);
    }
  }

  private static JWSAlgorithm algorithm(PublicKey key) {
    if (key instanceof RSAPublicKey) {
      return JWSAlgorithm.RS256;
    }
    if (key instanceof ECPublicKey ec) {
      Curve curve = Curve.forECParameterSpec(ec.getParams());
      if (Curve.P_256.equals(curve)) {
        return JWSAlgorithm.ES256;
      }
      if (Curve.P_384.equals(curve)) {
        return JWSAlgorithm.ES384;
      }
      if (Curve.P_521.equals(curve)) {
        return JWSAlgorithm.ES512;
      }
    }
    throw new IllegalArgumentException(
        "service account keys must be RSA, or ECDSA on P-256, P-384 or P-521");
  }

  private static JWSVerifier verifier(PublicKey key) throws JOSEException {
    return key instanceof ECPublicKey ec
        ? new ECDSAVerifier(ec)
        : new RSASSAVerifier((RSAPublicKey) key);
  }

  private static String id(PublicKey key) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String sign(String payload) {
    try {
      JWSObject token = new JWSObject(header, new Payload(payload));
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("a token cannot be signed", e);
    }
  }

  /** Whether the token names a key that is accepted, or none. */
  boolean known(JWSObject token) {
    String id = token.getHeader().getKeyID();
    return id == null || id.isEmpty() || byId.containsKey(id);
  }

  /**
   * Whether an accepted key signed the token. The algorithm is that of the key, whatever the token
   * says.
   */
  boolean signed(JWSObject token) {
    String id = token.getHeader().getKeyID();
    return byId.entrySet().stream()
        .filter(entry -> id == null || id.isEmpty() || entry.getKey().equals(id))
        .map(Map.Entry::getValue)
        .filter(key -> key.algorithm().equals(token.getHeader().getAlgorithm()))
        .anyMatch(key -> verify(token, key));
  }

  private static boolean verify(JWSObject token, Key key) {
    try {
      return token.verify(key.verifier());
    } catch (JOSEException e) {
      return false;
    }
  }

  List<String> algorithms() {
    TreeSet<String> names = new TreeSet<>();
    byId.values().forEach(key -> names.add(key.algorithm().getName()));
    return List.copyOf(names);
  }

  /** The accepted keys as a JSON web key set. */
  ObjectNode keySet() {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    ArrayNode keys = set.putArray("keys");
    byId.forEach(
        (id, key) -> {
          ObjectNode one = keys.addObject().put("use", "sig");
          if (key.key() instanceof ECPublicKey ec) {
            ECKey jwk = new ECKey.Builder(Curve.forECParameterSpec(ec.getParams()), ec).build();
            one.put("kty", "EC").put("kid", id).put("crv", jwk.getCurve().getName());
            one.put("alg", key.algorithm().getName());
            one.put("x", jwk.getX().toString()).put("y", jwk.getY().toString());
          } else {
            RSAKey jwk = new RSAKey.Builder((RSAPublicKey) key.key()).build();
            one.put("kty", "RSA").put("kid", id).put("alg", key.algorithm().getName());
            one.put("n", jwk.getModulus().toString()).put("e", jwk.getPublicExponent().toString());
          }
        });
    return set;
  }
}
