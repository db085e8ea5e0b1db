package dev.muster.apiserver.admissionwebhook;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Trust;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Trusts servers that given authorities vouch for. Where a service is reached by its address, its
 * certificate has to carry the service's name instead of the address.
 */
final class PinnedTrust {
  private PinnedTrust() {}

  /**
   * @param pem the authorities; empty for the system's
   * @param name what the certificate has to carry; empty for the host that is connected to
   * @param own what this server shows of itself to one that asks
   */
  static SSLContext context(String pem, String name, Optional<Identity> own)
      throws GeneralSecurityException {
    Trust trust = pem.isBlank() ? new Trust.Machine() : new Trust.Authorities(certificates(pem));
    return ClientTls.context(trust, own, name.isEmpty() ? Optional.empty() : Optional.of(name));
  }

  private static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
    List<X509Certificate> found = new ArrayList<>();
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))) {
      found.add((X509Certificate) certificate);
    }
    return found;
  }
}
