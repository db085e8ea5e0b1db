package dev.muster.kinds.certificates;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.pki.BadCertificateException;
import dev.muster.pki.CertificateRequest;
import java.io.StringWriter;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequestBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignersTest {
  private static KeyPair keys;
  private static KeyPair others;

  @BeforeAll
  static void generate() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    keys = generator.generateKeyPair();
    others = generator.generateKeyPair();
  }

  private static byte[] pem(X500NameBuilder subject, KeyPair signer, GeneralName... names)
      throws Exception {
    PKCS10CertificationRequestBuilder builder =
        new JcaPKCS10CertificationRequestBuilder(subject.build(), keys.getPublic());
    if (names.length > 0) {
      ExtensionsGenerator extensions = new ExtensionsGenerator();
      extensions.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      builder.addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
    }
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(
          new PemObject(
              "CERTIFICATE REQUEST",
              builder
                  .build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate()))
                  .getEncoded()));
    }
    return text.toString().getBytes(US_ASCII);
  }

  private static X500NameBuilder subject(String organization, String name) {
    return new X500NameBuilder().addRDN(BCStyle.O, organization).addRDN(BCStyle.CN, name);
  }

  private static GeneralName name(String name) {
    int tag =
        switch (name.substring(0, name.indexOf(':'))) {
          case "dns" -> GeneralName.dNSName;
          case "ip" -> GeneralName.iPAddress;
          case "uri" -> GeneralName.uniformResourceIdentifier;
          default -> GeneralName.rfc822Name;
        };
    return new GeneralName(tag, name.substring(name.indexOf(':') + 1));
  }

  @ParameterizedTest(name = "{0}: O={1} CN={2} {3} for {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CLIENT          | dev          | alice         | ''        | client auth                              | ''
          CLIENT          | dev          | alice         | ''        | digital signature,client auth            | ''
          CLIENT          | dev          | alice         | ''        | server auth                              | invalid usage for client certificate: server auth
          CLIENT          | dev          | alice         | ''        | digital signature                        | missing required usage for client certificate: client auth
          KUBELET_CLIENT  | system:nodes | system:node:a | ''        | digital signature,client auth            | ''
          KUBELET_CLIENT  | system:nodes | system:node:a | ''        | key encipherment,digital signature,client auth | ''
          KUBELET_CLIENT  | dev          | system:node:a | ''        | digital signature,client auth            | subject organization is not system:nodes
          KUBELET_CLIENT  | system:nodes | alice         | ''        | digital signature,client auth            | subject common name does not begin with system:node:
          KUBELET_CLIENT  | system:nodes | system:node:a | dns:a     | digital signature,client auth            | DNS subjectAltNames are not allowed
          KUBELET_CLIENT  | system:nodes | system:node:a | ip:1.2.3.4 | digital signature,client auth           | IP subjectAltNames are not allowed
          KUBELET_CLIENT  | system:nodes | system:node:a | uri:a:b   | digital signature,client auth            | URI subjectAltNames are not allowed
          KUBELET_CLIENT  | system:nodes | system:node:a | mail:a@b  | digital signature,client auth            | Email subjectAltNames are not allowed
          KUBELET_CLIENT  | system:nodes | system:node:a | ''        | client auth                              | usages did not match [client auth digital signature key encipherment]
          KUBELET_SERVING | system:nodes | system:node:a | dns:a     | digital signature,server auth            | ''
          KUBELET_SERVING | system:nodes | system:node:a | ''        | digital signature,server auth            | DNS or IP subjectAltName is required
          KUBELET_SERVING | system:nodes | system:node:a | dns:a uri:a:b | digital signature,server auth        | URI subjectAltNames are not allowed
          KUBELET_SERVING | system:nodes | alice         | dns:a     | digital signature,server auth            | subject common name does not begin with system:node:
          KUBELET_SERVING | system:nodes | system:node:a | dns:a     | digital signature,client auth            | usages did not match [digital signature key encipherment server auth]
          """)
  void signsOnlyWhatItsSubjectMayHave(
      Signers signer,
      String organization,
      String commonName,
      String names,
      String usages,
      String fault)
      throws Exception {
    GeneralName[] alternatives =
        names.isEmpty()
            ? new GeneralName[0]
            : Arrays.stream(names.split(" ")).map(SignersTest::name).toArray(GeneralName[]::new);
    CertificateRequest request =
        CertificateRequest.parse(pem(subject(organization, commonName), keys, alternatives));
    assertThat(signer.fault(request, List.of(usages.split(","))).orElse("")).isEqualTo(fault);
  }

  @Test
  void everyOrganizationCountsHoweverItIsWritten() throws Exception {
    X500NameBuilder subject = new X500NameBuilder();
    subject.addRDN(BCStyle.O, new DERUTF8String("dev"));
    subject.addRDN(BCStyle.O, new DERBMPString("system:masters"));
    subject.addMultiValuedRDN(
        new ASN1ObjectIdentifier[] {BCStyle.O, BCStyle.CN},
        new ASN1Encodable[] {new DERUTF8String("hidden"), new DERUTF8String("alice")});
    CertificateRequest request = CertificateRequest.parse(pem(subject, keys));
    assertThat(request.organizations()).containsExactly("dev", "system:masters", "hidden");
    assertThat(request.commonName()).isEqualTo("alice");
    assertThat(request.subject().toString())
        .as("what a certificate gets")
        .isEqualTo("O=dev,O=system:masters,CN=alice,O=hidden");
    assertThat(request.subject().getRDNs()).noneMatch(RDN::isMultiValued);
  }

  /** Readers differ in which of several they take. */
  @Test
  void aSubjectWithTwoCommonNamesIsNobody() {
    X500NameBuilder subject = new X500NameBuilder().addRDN(BCStyle.O, "system:nodes");
    subject.addMultiValuedRDN(
        new ASN1ObjectIdentifier[] {BCStyle.CN, BCStyle.CN},
        new ASN1Encodable[] {
          new DERUTF8String("system:node:b"), new DERUTF8String("system:node:a-longer-name")
        });
    assertThatThrownBy(() -> CertificateRequest.parse(pem(subject, keys)))
        .hasMessage("the subject has more than one common name");
  }

  @Test
  void aRequestWithAnothersSignatureIsNone() {
    assertThatThrownBy(() -> CertificateRequest.parse(pem(subject("dev", "alice"), others)))
        .isInstanceOf(BadCertificateException.class)
        .hasMessage("the signature does not fit the public key");
  }

  @ParameterizedTest
  @CsvSource({
    "x",
    "-----BEGIN CERTIFICATE REQUEST-----",
    "'-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----'",
    "'-----BEGIN CERTIFICATE REQUEST-----\n!!!!\n-----END CERTIFICATE REQUEST-----'",
    "'-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----'",
    "'-----BEGIN CERTIFICATE REQUEST-----\nMIT/////\n-----END CERTIFICATE REQUEST-----'"
  })
  void garbageIsNoRequest(String text) {
    assertThatThrownBy(() -> CertificateRequest.parse(text.getBytes(US_ASCII)))
        .isInstanceOf(BadCertificateException.class);
  }
}
