package dev.muster.node.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * Trust and identity as PEM texts.
 *
 * @param authorities whom to trust; empty for the machine's own
 * @param certificate the own certificate, then its issuers; empty for none
 */
public record ClientTls(String authorities, String certificate, String key) {
  private static final char[] NO_PASSWORD = new char[0];

  /**
   * @param source named in problems
   */
  public SSLContext context(String source) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          certificate.isEmpty() ? null : identity(), authorities.isEmpty() ? null : trust(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(source + ": certificates cannot be used: " + e.getMessage(), e);
    }
  }

  private TrustManager[] trust() throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    int number = 0;
    for (Certificate one : certificates(authorities)) {
      store.setCertificateEntry("ca-" + number++, one);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private KeyManager[] identity() throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    store.setKeyEntry(
        "own", privateKey(key), NO_PASSWORD, certificates(certificate).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static Collection<? extends Certificate> certificates(String pem)
      throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
  }

  private static PrivateKey privateKey(String pem) throws IOException {
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
      for (Object found = parser.readObject(); found != null; found = parser.readObject()) {
        if (found instanceof PEMKeyPair pair) {
          return converter.getPrivateKey(pair.getPrivateKeyInfo());
        }
        if (found instanceof PrivateKeyInfo info) {
          return converter.getPrivateKey(info);
        }
      }
    }
    throw new IOException("there is no private key in the PEM text");
  }

  @Override
  public String toString() {
    return "ClientTls[...]";
  }
}
