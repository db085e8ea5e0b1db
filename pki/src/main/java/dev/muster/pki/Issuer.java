package dev.muster.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** Makes certificates that are valid from the given time on. */
final class Issuer {
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
  static final Duration CA_LIFE = Duration.ofDays(3650);
  static final Duration LEAF_LIFE = Duration.ofDays(365);

  /** The end of certificates that live less long is not moved by the skew. */
  private static final Duration SHORT_LIFE = Duration.ofHours(8);

  private final Instant now;

  Issuer(Instant now) {
    this.now = now;
  }

  /** A certificate authority that signs itself. */
  X509Certificate authority(String name, KeyPair keys) {
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
    return sign(
        builder(subject, subject, now.plus(CA_LIFE), keys.getPublic()),
        keys.getPublic(),
        null,
        keys.getPrivate(),
        to -> {
          to.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
          to.addExtension(
              Extension.keyUsage,
              true,
              new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign | KeyUsage.digitalSignature));
        });
  }

  X509Certificate server(Identity authority, KeyPair keys, String name, List<String> names) {
    ASN1EncodableVector alternatives = new ASN1EncodableVector();
    for (String one : names) {
      alternatives.add(
          new GeneralName(
              ServingNames.isAddress(one) ? GeneralName.iPAddress : GeneralName.dNSName, one));
    }
    return leaf(
        authority,
        keys,
        new X500NameBuilder().addRDN(BCStyle.CN, name).build(),
        KeyPurposeId.id_kp_serverAuth,
        to ->
            to.addExtension(
                Extension.subjectAlternativeName,
                false,
                GeneralNames.getInstance(new DERSequence(alternatives))));
  }

  X509Certificate client(Identity authority, KeyPair keys, String user, List<String> groups) {
    X500NameBuilder subject = new X500NameBuilder();
    groups.forEach(group -> subject.addRDN(BCStyle.O, new DERUTF8String(group)));
    subject.addRDN(BCStyle.CN, new DERUTF8String(user));
    return leaf(authority, keys, subject.build(), KeyPurposeId.id_kp_clientAuth, to -> {});
  }

  /**
   * What a request asks for, signed: its subject, names and key, not its other extensions.
   *
   * @param life from now on, at most until the authority ends
   * @throws BadCertificateException if its key is none that can be used
   */
  X509Certificate requested(
      Identity authority, CertificateRequest request, Collection<String> usages, Duration life)
      throws BadCertificateException {
    Instant end = now.plus(life.compareTo(SHORT_LIFE) < 0 ? life : life.minus(CLOCK_SKEW));
    Instant last = authority.certificate().getNotAfter().toInstant();
    PublicKey key = request.publicKey();
    X509v3CertificateBuilder builder =
        builder(issuer(authority), request.subject(), end.isBefore(last) ? end : last, key);
    return sign(
        builder,
        key,
        authority.certificate(),
        authority.key(),
        to -> {
          to.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
          int bits = KeyUsages.bits(usages);
          if (bits != 0) {
            to.addExtension(Extension.keyUsage, true, new KeyUsage(bits));
          }
          Set<KeyPurposeId> purposes = KeyUsages.purposes(usages);
          if (!purposes.isEmpty()) {
            to.addExtension(Extension.extendedKeyUsage, false, KeyUsages.extension(purposes));
          }
          if (request.alternativeNames().getNames().length > 0) {
            to.addExtension(Extension.subjectAlternativeName, false, request.alternativeNames());
          }
        });
  }

  private static X500Name issuer(Identity authority) {
    return X500Name.getInstance(authority.certificate().getSubjectX500Principal().getEncoded());
  }

  private X509Certificate leaf(
      Identity authority,
      KeyPair keys,
      X500Name subject,
      KeyPurposeId purpose,
      Extensions extensions) {
    return sign(
        builder(issuer(authority), subject, now.plus(LEAF_LIFE), keys.getPublic()),
        keys.getPublic(),
        authority.certificate(),
        authority.key(),
        to -> {
          to.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
          to.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
          to.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
          extensions.addTo(to);
        });
  }

  private X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, Instant end, PublicKey key) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(127, new SecureRandom()).setBit(126),
        Date.from(now.minus(CLOCK_SKEW)),
        Date.from(end),
        subject,
        key);
  }

  private static X509Certificate sign(
      X509v3CertificateBuilder builder,
      PublicKey key,
      @Nullable X509Certificate authority,
      PrivateKey signer,
      Extensions extensions) {
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(key));
      if (authority != null) {
        builder.addExtension(
            Extension.authorityKeyIdentifier,
            false,
            identifiers.createAuthorityKeyIdentifier(authority.getPublicKey()));
      }
      extensions.addTo(builder);
      String algorithm = signer.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(signer)));
    } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("a certificate cannot be made", e);
    }
  }

  @FunctionalInterface
  private interface Extensions {
    void addTo(X509v3CertificateBuilder builder) throws CertIOException;
  }
}
