package dev.muster.apiserver.authn;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** The certificate that a server shows to its clients. */
final class ServingCertificate {
  private ServingCertificate() {}

  static List<X509Certificate> in(Path dataDirectory) throws Exception {
    try (InputStream pem = Files.newInputStream(dataDirectory.resolve("pki/apiserver.crt"))) {
      return List.of(
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
  }
}
