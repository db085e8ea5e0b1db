package dev.muster.pki;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts servers whose certificates carry a given name, whatever the address they are reached by.
 */
final class NamedServer extends X509ExtendedTrustManager {
  private static final int DNS_NAME = 2;

  private final X509ExtendedTrustManager authorities;
  private final String name;

  NamedServer(X509ExtendedTrustManager authorities, String name) {
    this.authorities = authorities;
    this.name = name;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checkServerTrusted(chain, authType);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkServerTrusted(chain, authType);
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
