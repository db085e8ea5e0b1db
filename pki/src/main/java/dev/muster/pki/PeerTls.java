package dev.muster.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS between parts of the cluster: both sides show who they are, and both check it. */
public final class PeerTls {
  private static final char[] NO_PASSWORD = new char[0];

  private PeerTls() {}

  /** How both sides speak TLS that know each other by certificates of these authorities. */
  public static SSLContext context(Identity identity, List<X509Certificate> trusted) {
    try {
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, NO_PASSWORD);
      own.setKeyEntry(
          "own", identity.key(), NO_PASSWORD, identity.chain().toArray(Certificate[]::new));
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(own, NO_PASSWORD);
      KeyStore authorities = KeyStore.getInstance("PKCS12");
      authorities.load(null, NO_PASSWORD);
      for (int i = 0; i < trusted.size(); i++) {
        authorities.setCertificateEntry("ca" + i, trusted.get(i));
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("TLS between parts of the cluster cannot be set up", e);
    }
  }
}
