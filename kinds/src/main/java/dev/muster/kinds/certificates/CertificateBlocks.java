package dev.muster.kinds.certificates;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.base.go.GoText;
import dev.muster.pki.BadCertificateException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/** Certificates as PEM blocks. */
final class CertificateBlocks {
  private static final String BLOCK = "CERTIFICATE";

  private CertificateBlocks() {}

  /**
   * Finds fault with anything but one or more certificates.
   *
   * @throws BadCertificateException with the first fault
   */
  static void check(byte[] pem) throws BadCertificateException {
    int blocks = 0;
    try (PemReader reader =
        new PemReader(new InputStreamReader(new ByteArrayInputStream(pem), ISO_8859_1))) {
      for (PemObject block = reader.readPemObject();
          block != null;
          block = reader.readPemObject()) {
        check(block);
        blocks++;
      }
    } catch (IOException | RuntimeException e) {
      throw new BadCertificateException("malformed certificate", e);
    }
    if (blocks == 0) {
      throw new BadCertificateException("must contain at least one CERTIFICATE PEM block");
    }
  }

  private static void check(PemObject block) throws BadCertificateException, IOException {
    if (!block.getType().equals(BLOCK)) {
      throw new BadCertificateException(
          "only CERTIFICATE PEM blocks are allowed, found " + GoText.quote(block.getType()));
    }
    if (!block.getHeaders().isEmpty()) {
      throw new BadCertificateException("no PEM block headers are permitted");
    }
    var unused = new X509CertificateHolder(block.getContent());
  }
}
