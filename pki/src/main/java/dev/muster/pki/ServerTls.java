package dev.muster.pki;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of TLS. New connections use the newest identity. Thread-safe.
 *
 * <p>Any client certificate passes the handshake: whom it stands for, if anybody, is decided for
 * each request, so that a stranger gets an answer instead of a broken connection.
 */
final class ServerTls {
  private volatile List<X509Certificate> clientAuthorities;
  private volatile Identity identity;

  ServerTls(Identity identity, List<X509Certificate> clientAuthorities) {
    this.identity = identity;
    this.clientAuthorities = List.copyOf(clientAuthorities);
  }

  /** Tells clients that certificates of these are welcome, too. */
  void alsoAskFor(List<X509Certificate> others) {
    clientAuthorities = Stream.concat(clientAuthorities.stream(), others.stream()).toList();
  }

  void use(Identity newer) {
    identity = newer;
  }

  SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {new NewestIdentity()}, new TrustManager[] {new AnyClient()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The alias is the same for all identities: a renewed one serves under it at once. */
  private final class NewestIdentity extends X509ExtendedKeyManager {
    private static final String ALIAS = "server";

    private @Nullable String aliasFor(String keyType) {
      return identity.key().getAlgorithm().equals(keyType) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
      return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, Socket socket) {
      return aliasFor(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      return aliasFor(keyType) == null ? null : new String[] {ALIAS};
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
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyType, Principal @Nullable [] issuers, Socket socket) {
      return null;
    }
  }

  private final class AnyClient extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("a server calls nobody");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("a server calls nobody");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("a server calls nobody");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return clientAuthorities.toArray(X509Certificate[]::new);
    }
  }
}
