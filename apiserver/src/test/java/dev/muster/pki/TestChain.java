package dev.muster.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Authorities below one another, each valid from and until any time. */
public final class TestChain {
  private static final AtomicLong SERIALS = new AtomicLong(1);

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
    return new TestChain(own, keys, sign(own, keys, own, keys, true, from, until));
  }

  /** The same authority with other dates. */
  public TestChain renewed(Instant from, Instant until) {
    return new TestChain(name, keys, sign(name, keys, name, keys, true, from, until));
  }

  /** An authority that this one vouches for. */
  public TestChain authority(String subject, Instant from, Instant until) {
    X500Name own = new X500Name("CN=" + subject);
    KeyPair pair = Keys.generate();
    return new TestChain(own, pair, sign(name, keys, own, pair, true, from, until));
  }

  public X509Certificate client(String user, Instant from, Instant until) {
    KeyPair pair = Keys.generate();
    return sign(name, keys, new X500Name("CN=" + user), pair, false, from, until);
  }

  public X509Certificate certificate() {
    return certificate;
  }

  private static X509Certificate sign(
      X500Name issuer,
      KeyPair signer,
      X500Name subject,
      KeyPair of,
      boolean authority,
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
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
