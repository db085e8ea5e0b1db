package dev.muster.apiserver.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
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
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          identity == null ? null : new KeyManager[] {new Shown(identity)},
          trust.getTrustManagers(),
          null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Shows the identity whoever the server says it accepts. */
  private static final class Shown extends X509ExtendedKeyManager {
    private final Identity identity;

    Shown(Identity identity) {
      this.identity = identity;
    }

    @Override
    public String chooseEngineClientAlias(
        String[] keyType, Principal @Nullable [] issuers, SSLEngine engine) {
      return "me";
    }

    @Override
    public String chooseClientAlias(
        String[] keyType, Principal @Nullable [] issuers, Socket socket) {
      return "me";
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return new String[] {"me"};
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
}
