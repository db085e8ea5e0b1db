package dev.muster.pki;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/** A PKCS #10 request that was signed with the key that it is about. The own ones are ECDSA's. */
public final class CertificateRequest {
  private static final String BLOCK = "CERTIFICATE REQUEST";

  private final PKCS10CertificationRequest request;
  private final GeneralNames alternatives;

  private CertificateRequest(PKCS10CertificationRequest request) {
    this.request = request;
    this.alternatives = alternatives(request);
  }

  /**
   * Reads the first PEM block.
   *
   * @throws BadCertificateException if it is no request, or not signed by its own key
   */
  public static CertificateRequest parse(byte[] pem) throws BadCertificateException {
    try (PemReader reader =
        new PemReader(new InputStreamReader(new ByteArrayInputStream(pem), ISO_8859_1))) {
      PemObject block = reader.readPemObject();
      if (block == null || !block.getType().equals(BLOCK)) {
        throw new BadCertificateException("PEM block type must be " + BLOCK);
      }
      CertificateRequest parsed =
          new CertificateRequest(new PKCS10CertificationRequest(block.getContent()));
      if (parsed.subject(BCStyle.CN).size() > 1) {
        throw new BadCertificateException("the subject has more than one common name");
      }
      parsed.checkSignature();
      return parsed;
    } catch (IOException | RuntimeException e) {
      // the parser tells most faults of foreign bytes by unchecked exceptions
      throw new BadCertificateException("malformed certificate request", e);
    }
  }

  /** A new request, as PEM, for a user in groups. */
  public static String of(KeyPair keys, String user, List<String> groups) {
    X500NameBuilder subject = new X500NameBuilder();
    groups.forEach(group -> subject.addRDN(BCStyle.O, new DERUTF8String(group)));
    subject.addRDN(BCStyle.CN, new DERUTF8String(user));
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      PKCS10CertificationRequest made =
          new JcaPKCS10CertificationRequestBuilder(subject.build(), keys.getPublic())
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
      pem.writeObject(new PemObject(BLOCK, made.getEncoded()));
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException("a certificate request cannot be made", e);
    }
    return text.toString();
  }

  private void checkSignature() throws BadCertificateException {
    try {
      if (!request.isSignatureValid(
          new JcaContentVerifierProviderBuilder().build(request.getSubjectPublicKeyInfo()))) {
        throw new BadCertificateException("the signature does not fit the public key");
      }
    } catch (PKCSException | OperatorCreationException e) {
      throw new BadCertificateException("the signature cannot be checked", e);
    }
  }

  private static GeneralNames alternatives(PKCS10CertificationRequest request) {
    Extensions asked = request.getRequestedExtensions();
    GeneralNames names =
        asked == null ? null : GeneralNames.fromExtensions(asked, Extension.subjectAlternativeName);
    return names == null ? new GeneralNames(new GeneralName[0]) : names;
  }

  /**
   * The subject for a certificate: each attribute by itself, names as UTF-8. INVARIANT: whoever
   * reads it, however, finds the organizations and the common name that are told here.
   */
  public X500Name subject() {
    X500NameBuilder subject = new X500NameBuilder();
    for (RDN rdn : request.getSubject().getRDNs()) {
      for (AttributeTypeAndValue one : rdn.getTypesAndValues()) {
        ASN1Encodable value = one.getValue();
        boolean name = one.getType().equals(BCStyle.O) || one.getType().equals(BCStyle.CN);
        subject.addRDN(
            one.getType(),
            name && value instanceof ASN1String text ? new DERUTF8String(text.getString()) : value);
      }
    }
    return subject.build();
  }

  /**
   * The key that the certificate is to be for.
   *
   * @throws BadCertificateException if it is of no kind that the platform knows
   */
  public PublicKey publicKey() throws BadCertificateException {
    try {
      return new JcaPEMKeyConverter().getPublicKey(request.getSubjectPublicKeyInfo());
    } catch (PEMException e) {
      throw new BadCertificateException("unknown kind of public key", e);
    }
  }

  /** Every organization of the subject, which are groups where it is a user. */
  public List<String> organizations() {
    return subject(BCStyle.O);
  }

  /** The subject's common name; empty if there is none. */
  public String commonName() {
    List<String> names = subject(BCStyle.CN);
    return names.isEmpty() ? "" : names.getLast();
  }

  private List<String> subject(ASN1ObjectIdentifier type) {
    List<String> values = new ArrayList<>();
    for (RDN rdn : request.getSubject().getRDNs()) {
      for (AttributeTypeAndValue one : rdn.getTypesAndValues()) {
        if (one.getType().equals(type) && one.getValue() instanceof ASN1String text) {
          values.add(text.getString());
        }
      }
    }
    return values;
  }

  public GeneralNames alternativeNames() {
    return alternatives;
  }

  /** Whether there is an alternative name of a type, by the tags of {@link GeneralName}. */
  public boolean hasAlternative(IntPredicate tag) {
    for (GeneralName name : alternatives.getNames()) {
      if (tag.test(name.getTagNo())) {
        return true;
      }
    }
    return false;
  }
}
