package dev.muster.apiserver.admissionwebhook;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts servers that given authorities vouch for. Where a service is reached by its address, its
 * certificate has to carry the service's name instead of the address.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
  private static final int DNS_NAME = 2;

  private final X509ExtendedTrustManager authorities;
  private final String name;

  private PinnedTrust(X509ExtendedTrustManager authorities, String name) {
    this.authorities = authorities;
    this.name = name;
  }

  /**
   * @param pem the authorities; empty for the system's
   * @param name what the certificate has to carry; empty for the host that is connected to
   * @param own what this server shows of itself to one that asks
   */
  static SSLContext context(String pem, String name, Optional<Identity> own)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(pem.isBlank() ? null : store(pem));
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager found) {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(ClientTls.keys(own), new TrustManager[] {new PinnedTrust(found, name)}, null);
        return context;
      }
    }
    throw new GeneralSecurityException("no trust manager");
  }

  private static KeyStore store(String pem) throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int i = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))) {
        store.setCertificateEntry("ca" + i++, certificate);
      }
      return store;
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    if (name.isEmpty()) {
      authorities.checkServerTrusted(chain, authType, engine);
    } else {
      checkServerTrusted(chain, authType);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    if (name.isEmpty()) {
      authorities.checkServerTrusted(chain, authType, socket);
    } else {
      checkServerTrusted(chain, authType);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    authorities.checkServerTrusted(chain, authType);
    if (!carries(chain[0], name)) {
      throw new CertificateException("x509: certificate is not valid for " + name);
    }
  }

  private static boolean carries(X509Certificate certificate, String name)
      throws CertificateException {
    if (certificate.getSubjectAlternativeNames() == null) {
      return false;
    }
    for (List<?> alternative : certificate.getSubjectAlternativeNames()) {
      boolean dns = alternative.get(0).equals(DNS_NAME);
      if (dns && matches(String.valueOf(alternative.get(1)), name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String pattern, String name) {
    String given = pattern.toLowerCase(Locale.ROOT);
    String wanted = name.toLowerCase(Locale.ROOT);
    int dot = wanted.indexOf('.');
    return given.equals(wanted) || (dot > 0 && given.equals("*" + wanted.substring(dot)));
  }

  @Override
  public void checkClientTrusted(
      X509Certificate @Nullable [] chain, @Nullable String authType, @Nullable Socket socket)
      throws CertificateException {
    throw new CertificateException("there are no clients here");
  }

  @Override
  public void checkClientTrusted(
      X509Certificate @Nullable [] chain, @Nullable String authType, @Nullable SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("there are no clients here");
  }

  @Override
  public void checkClientTrusted(X509Certificate @Nullable [] chain, @Nullable String authType)
      throws CertificateException {
    throw new CertificateException("there are no clients here");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }
}
