package dev.muster.apiserver.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The TLS of a server that takes only clients of one authority. */
public final class MutualTls {
  private MutualTls() {}

  public static SSLContext of(Identity server, TestAuthority clients) throws Exception {
    char[] password = new char[0];
    KeyStore own = empty();
    own.setKeyEntry("own", server.key(), password, server.chain().toArray(X509Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(own, password);
    KeyStore trusted = empty();
    trusted.setCertificateEntry("ca", clients.identity().certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore empty() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return store;
  }
}
