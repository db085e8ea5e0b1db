package dev.muster.apiserver.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The client's side of TLS in tests. */
public final class ClientTls {
  private ClientTls() {}

  /** Trusts the server; shows the identity when the server asks, or none. */
  public static SSLContext of(Pki server, @Nullable Identity identity) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      byte[] pem = server.trustedPem().getBytes(StandardCharsets.US_ASCII);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))) {
        trusted.setCertificateEntry("ca" + number++, certificate);
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      if (identity != null) {
        own.setKeyEntry(
            "me", identity.key(), new char[0], identity.chain().toArray(X509Certificate[]::new));
      }
      keys.init(own, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (java.io.IOException | java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
