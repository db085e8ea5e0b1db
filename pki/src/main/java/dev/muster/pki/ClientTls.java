package dev.muster.pki;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The client's side of TLS. */
public final class ClientTls {
  private ClientTls() {}

  /** How a client speaks TLS: whom it trusts, and who it is. */
  public static SSLContext context(Trust trust, Optional<Identity> identity) {
    return context(trust, identity, Optional.empty());
  }

  /**
   * The same with a server whose certificate has to carry a name, not the host that is connected
   * to.
   */
  public static SSLContext context(
      Trust trust, Optional<Identity> identity, Optional<String> serverName) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys(identity),
          switch (trust) {
            case Trust.Machine machine when serverName.isEmpty() -> null;
            case Trust.Machine machine -> named(managers(null), serverName);
            case Trust.Authorities authorities -> named(managers(store(authorities)), serverName);
            case Trust.Anyone anyone -> new TrustManager[] {new Unchecked()};
          },
          null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up", e);
    }
  }

  /** What shows the identity to servers; null for none. */
  public static KeyManager @Nullable [] keys(Optional<Identity> identity) {
    return identity.map(own -> new KeyManager[] {new Shown(own)}).orElse(null);
  }

  private static TrustManager[] named(TrustManager[] managers, Optional<String> name) {
    return name.isEmpty()
        ? managers
        : Arrays.stream(managers)
            .map(X509ExtendedTrustManager.class::cast)
            .map(authorities -> new NamedServer(authorities, name.get()))
            .toArray(TrustManager[]::new);
  }

  private static KeyStore store(Trust.Authorities authorities)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    int number = 0;
    for (X509Certificate certificate : authorities.certificates()) {
      trusted.setCertificateEntry("ca" + number++, certificate);
    }
    return trusted;
  }

  /** Of those authorities; null for the machine's. */
  private static TrustManager[] managers(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(trusted);
    return factory.getTrustManagers();
  }

  /** Shows the identity to every server that asks for one, as Kubernetes' clients do. */
  private static final class Shown extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";
    private final Identity identity;

    Shown(Identity identity) {
      this.identity = identity;
    }

    @Override
    public String chooseEngineClientAlias(
        String[] keyType, Principal @Nullable [] issuers, SSLEngine engine) {
      return ALIAS;
    }

    @Override
    public String chooseClientAlias(
        String[] keyType, Principal @Nullable [] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return identity.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return identity.key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, Socket socket) {
      return null;
    }
  }

  /** For {@link Trust.Anyone} only. */
  private static final class Unchecked extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
