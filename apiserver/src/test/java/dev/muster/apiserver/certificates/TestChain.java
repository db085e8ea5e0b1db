package dev.muster.apiserver.certificates;

import dev.muster.pki.Identity;
import dev.muster.pki.Keys;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Authorities below one another, each valid from and until any time. */
public final class TestChain {
  private static final AtomicLong SERIALS = new AtomicLong(1);

  /** What a certificate says besides whose it is. */
  private interface Extensions {
    void addTo(JcaX509v3CertificateBuilder builder) throws CertIOException;
  }

  private static final Extensions AUTHORITY = to -> constrain(to, true);
  private static final Extensions NOTHING_ELSE = to -> constrain(to, false);

  private final X500Name name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  private TestChain(X500Name name, KeyPair keys, X509Certificate certificate) {
    this.name = name;
    this.keys = keys;
    this.certificate = certificate;
  }

  public static TestChain root(String name, Instant from, Instant until) {
    X500Name own = new X500Name("CN=" + name);
    KeyPair keys = Keys.generate();
    return new TestChain(own, keys, sign(own, keys, own, keys, AUTHORITY, from, until));
  }

  /** The same authority with other dates. */
  public TestChain renewed(Instant from, Instant until) {
    return new TestChain(name, keys, sign(name, keys, name, keys, AUTHORITY, from, until));
  }

  /** An authority that this one vouches for. */
  public TestChain authority(String subject, Instant from, Instant until) {
    X500Name own = new X500Name("CN=" + subject);
    KeyPair pair = Keys.generate();
    return new TestChain(own, pair, sign(name, keys, own, pair, AUTHORITY, from, until));
  }

  public X509Certificate client(String user, Instant from, Instant until) {
    KeyPair pair = Keys.generate();
    return sign(name, keys, new X500Name("CN=" + user), pair, NOTHING_ELSE, from, until);
  }

  /** A client that TLS takes for one. */
  public Identity clientOfTls(String user, Instant from, Instant until) {
    return leaf(user, from, until, to -> use(to, KeyPurposeId.id_kp_clientAuth));
  }

  /**
   * A server.
   *
   * @param host its address or name
   */
  public Identity server(String host, Instant from, Instant until) {
    boolean address = Character.isDigit(host.charAt(0));
    GeneralName name = new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
    return leaf(
        "service",
        from,
        until,
        to -> {
          use(to, KeyPurposeId.id_kp_serverAuth);
          to.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(name));
        });
  }

  private Identity leaf(String subject, Instant from, Instant until, Extensions extensions) {
    KeyPair pair = Keys.generate();
    X500Name own = new X500Name("CN=" + subject);
    return new Identity(
        List.of(sign(name, keys, own, pair, extensions, from, until)), pair.getPrivate());
  }

  public X509Certificate certificate() {
    return certificate;
  }

  private static void constrain(JcaX509v3CertificateBuilder to, boolean authority)
      throws CertIOException {
    to.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
  }

  private static void use(JcaX509v3CertificateBuilder to, KeyPurposeId purpose)
      throws CertIOException {
    constrain(to, false);
    to.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
  }

  private static X509Certificate sign(
      X500Name issuer,
      KeyPair signer,
      X500Name subject,
      KeyPair of,
      Extensions extensions,
      Instant from,
      Instant until) {
    try {
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              issuer,
              BigInteger.valueOf(SERIALS.getAndIncrement()),
              Date.from(from),
              Date.from(until),
              subject,
              of.getPublic());
      extensions.addTo(builder);
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
