package dev.muster.pki;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Private and public keys. New ones are ECDSA on P-256. */
public final class Keys {
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  private Keys() {}

  /** Loads what all keys share, above all the curve's table of points, ahead of the first. */
  public static void load() {
    KeyPair key = generate();
    if (!match(key.getPrivate(), key.getPublic())) {
      throw new IllegalStateException("the Java platform's ECDSA does not work");
    }
  }

  /** A new pair on the curve P-256. */
  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The private key of a text, whichever of the usual PEM forms it has. */
  public static PrivateKey privateKey(String text, Path from, String wayOut) {
    byte[] der = onlyBlock(text, "PRIVATE KEY");
    if (der != null) {
      return privateKey(der)
          .orElseThrow(
              () -> new PkiException(from + ": the private key cannot be read; " + wayOut));
    }
    return ForeignKeys.privateKey(text, from, wayOut);
  }

  /** A key in PKCS#8; none if it is of an algorithm that is not known. */
  static Optional<PrivateKey> privateKey(byte[] der) {
    return first(factory -> factory.generatePrivate(new PKCS8EncodedKeySpec(der)));
  }

  static Optional<PublicKey> publicKey(byte[] der) {
    return first(factory -> factory.generatePublic(new X509EncodedKeySpec(der)));
  }

  private interface Reading<K> {
    K by(KeyFactory factory) throws InvalidKeySpecException;
  }

  private static <K> Optional<K> first(Reading<K> reading) {
    for (String algorithm : ALGORITHMS) {
      try {
        return Optional.of(reading.by(KeyFactory.getInstance(algorithm)));
      } catch (InvalidKeySpecException e) {
        // a key of another algorithm
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
    return Optional.empty();
  }

  /** The public keys of a text; those of certificates and private keys count, too. */
  public static List<PublicKey> publicKeys(String text, Path from) {
    byte[] der = onlyBlock(text, "PUBLIC KEY");
    return der == null
        ? ForeignKeys.publicKeys(text, from)
        : publicKey(der).map(List::of).orElseGet(() -> ForeignKeys.publicKeys(text, from));
  }

  /** Whether what one signs the other verifies. */
  public static boolean match(PrivateKey privateKey, PublicKey publicKey) {
    if (!privateKey.getAlgorithm().equals(publicKey.getAlgorithm())) {
      return false;
    }
    String algorithm =
        switch (privateKey.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> privateKey.getAlgorithm();
        };
    try {
      byte[] probe = "probe".getBytes(StandardCharsets.US_ASCII);
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(privateKey);
      signature.update(probe);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(probe);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The content of a text that is one block of the given type and nothing else, or null. */
  private static byte @Nullable [] onlyBlock(String text, String type) {
    String trimmed = text.strip();
    String begin = "-----BEGIN " + type + "-----";
    String end = "-----END " + type + "-----";
    if (!trimmed.startsWith(begin) || !trimmed.endsWith(end)) {
      return null;
    }
    try {
      return Base64.getMimeDecoder()
          .decode(trimmed.substring(begin.length(), trimmed.length() - end.length()));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
