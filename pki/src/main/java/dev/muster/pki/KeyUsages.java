package dev.muster.pki;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;

/** The usages of certificate signing requests as certificates have them. */
final class KeyUsages {
  private static final Map<String, Integer> BITS =
      Map.of(
          "signing", KeyUsage.digitalSignature,
          "digital signature", KeyUsage.digitalSignature,
          "content commitment", KeyUsage.nonRepudiation,
          "key encipherment", KeyUsage.keyEncipherment,
          "key agreement", KeyUsage.keyAgreement,
          "data encipherment", KeyUsage.dataEncipherment,
          "cert sign", KeyUsage.keyCertSign,
          "crl sign", KeyUsage.cRLSign,
          "encipher only", KeyUsage.encipherOnly,
          "decipher only", KeyUsage.decipherOnly);

  private static final Map<String, KeyPurposeId> PURPOSES =
      Map.ofEntries(
          Map.entry("any", KeyPurposeId.anyExtendedKeyUsage),
          Map.entry("server auth", KeyPurposeId.id_kp_serverAuth),
          Map.entry("client auth", KeyPurposeId.id_kp_clientAuth),
          Map.entry("code signing", KeyPurposeId.id_kp_codeSigning),
          Map.entry("email protection", KeyPurposeId.id_kp_emailProtection),
          Map.entry("s/mime", KeyPurposeId.id_kp_emailProtection),
          Map.entry("ipsec end system", KeyPurposeId.id_kp_ipsecEndSystem),
          Map.entry("ipsec tunnel", KeyPurposeId.id_kp_ipsecTunnel),
          Map.entry("ipsec user", KeyPurposeId.id_kp_ipsecUser),
          Map.entry("timestamping", KeyPurposeId.id_kp_timeStamping),
          Map.entry("ocsp signing", KeyPurposeId.id_kp_OCSPSigning),
          Map.entry("microsoft sgc", purpose("1.3.6.1.4.1.311.10.3.3")),
          Map.entry("netscape sgc", purpose("2.16.840.1.113730.4.1")));

  private KeyUsages() {}

  private static KeyPurposeId purpose(String oid) {
    return KeyPurposeId.getInstance(new ASN1ObjectIdentifier(oid));
  }

  /** What the key may be used for; 0 for nothing in particular. */
  static int bits(Collection<String> usages) {
    int bits = 0;
    for (String usage : usages) {
      bits |= BITS.getOrDefault(usage, 0);
    }
    return bits;
  }

  /** What the certificate is good for; empty for nothing in particular. */
  static Set<KeyPurposeId> purposes(Collection<String> usages) {
    Set<KeyPurposeId> purposes = new LinkedHashSet<>();
    for (String usage : usages) {
      KeyPurposeId purpose = PURPOSES.get(usage);
      if (purpose != null) {
        purposes.add(purpose);
      }
    }
    return purposes;
  }

  static ExtendedKeyUsage extension(Set<KeyPurposeId> purposes) {
    return new ExtendedKeyUsage(purposes.toArray(new KeyPurposeId[0]));
  }
}
