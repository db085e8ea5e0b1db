package dev.muster.kinds.core;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a certificate and a key, both in PEM, belong together; says so as Go's TLS does. */
final class TlsPair {
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ([^-\\n]*)-----[ \\t\\r]*\\n(?:[^:\\n]+:[^\\n]*\\n)*([A-Za-z0-9+/=\\s]*?)-----END \\1-----");
  private static final Pattern BASE64 =
      Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private TlsPair() {}

  /** One block: what it says it is, and its content in base64. */
  private record Pem(String type, String base64) {
    byte[] bytes() {
      return Base64.getDecoder().decode(base64);
    }
  }

  static Optional<String> fault(byte[] certificate, byte[] key) {
    List<Pem> certificates = blocks(certificate);
    Optional<Pem> leaf =
        certificates.stream().filter(b -> b.type().equals("CERTIFICATE")).findFirst();
    if (leaf.isEmpty()) {
      return Optional.of(noCertificate(certificates));
    }
    List<Pem> keys = blocks(key);
    Optional<Pem> secret =
        keys.stream()
            .filter(b -> b.type().equals("PRIVATE KEY") || b.type().endsWith(" PRIVATE KEY"))
            .findFirst();
    if (secret.isEmpty()) {
      return Optional.of(noKey(keys));
    }
    return mismatch(leaf.get(), secret.get());
  }

  private static String noCertificate(List<Pem> found) {
    if (found.isEmpty()) {
      return "tls: failed to find any PEM data in certificate input";
    }
    if (found.size() == 1 && found.getFirst().type().endsWith("PRIVATE KEY")) {
      return "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been"
          + " switched";
    }
    return "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks of the following types: "
        + types(found);
  }

  private static String noKey(List<Pem> found) {
    if (found.isEmpty()) {
      return "tls: failed to find any PEM data in key input";
    }
    if (found.size() == 1 && found.getFirst().type().equals("CERTIFICATE")) {
      return "tls: found a certificate rather than a key in the PEM for the private key";
    }
    return "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after skipping PEM blocks of the following"
        + " types: "
        + types(found);
  }

  private static String types(List<Pem> found) {
    return "[" + String.join(" ", found.stream().map(Pem::type).toList()) + "]";
  }

  private static Optional<String> mismatch(Pem leaf, Pem secret) {
    PublicKey open;
    try {
      open =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(leaf.bytes()))
              .getPublicKey();
    } catch (GeneralSecurityException e) {
      return Optional.of("x509: malformed certificate");
    }
    Optional<PrivateKey> key = key(secret);
    if (key.isEmpty()) {
      return Optional.of("tls: failed to parse private key");
    }
    if (!family(key.get().getAlgorithm()).equals(family(open.getAlgorithm()))) {
      return Optional.of("tls: private key type does not match public key type");
    }
    return belong(key.get(), open)
        ? Optional.empty()
        : Optional.of("tls: private key does not match public key");
  }

  private static String family(String algorithm) {
    return algorithm.startsWith("Ed") ? "EdDSA" : algorithm;
  }

  /** What one half signs the other must accept. */
  private static boolean belong(PrivateKey key, PublicKey open) {
    String algorithm =
        switch (family(key.getAlgorithm())) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update((byte) 1);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update((byte) 1);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static Optional<PrivateKey> key(Pem pem) {
    byte[] encoded =
        pem.type().equals("RSA PRIVATE KEY")
            ? Pkcs8.ofRsa(pem.bytes())
            : pem.type().equals("EC PRIVATE KEY") ? Pkcs8.ofEc(pem.bytes()) : pem.bytes();
    return ALGORITHMS.stream().flatMap(a -> key(a, encoded).stream()).findFirst();
  }

  private static Optional<PrivateKey> key(String algorithm, byte[] encoded) {
    try {
      return Optional.of(
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static List<Pem> blocks(byte[] input) {
    List<Pem> out = new ArrayList<>();
    Matcher m = BLOCK.matcher(new String(input, StandardCharsets.ISO_8859_1));
    while (m.find()) {
      String body = m.group(2).replaceAll("\\s", "");
      if (BASE64.matcher(body).matches()) {
        out.add(new Pem(m.group(1), body));
      }
    }
    return out;
  }
}
