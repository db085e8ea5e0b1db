package dev.muster.pki;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates and keys as PEM text. */
public final class Pem {
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private Pem() {}

  /** A certificate as PEM. */
  public static String of(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A private key as PEM, PKCS #8. */
  public static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  /** A public key as PEM. */
  public static String of(PublicKey key) {
    return block("PUBLIC KEY", key.getEncoded());
  }

  static String block(String type, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, LINES.encodeToString(der), type);
  }

  /** All certificates of a text, in order; text between them is allowed. */
  public static List<X509Certificate> certificates(String text, Path from, String wayOut) {
    List<X509Certificate> found = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      String begin = "-----BEGIN CERTIFICATE-----";
      String end = "-----END CERTIFICATE-----";
      for (int at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at + 1)) {
        int stop = text.indexOf(end, at);
        if (stop < 0) {
          throw new PkiException(from + ": a certificate has no end; " + wayOut);
        }
        byte[] block = text.substring(at, stop + end.length()).getBytes(StandardCharsets.US_ASCII);
        found.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block)));
      }
    } catch (CertificateException e) {
      throw new PkiException(
          from + ": a certificate cannot be read: " + e.getMessage() + "; " + wayOut, e);
    }
    if (found.isEmpty()) {
      throw new PkiException(from + ": there is no certificate in PEM form; " + wayOut);
    }
    return found;
  }
}
