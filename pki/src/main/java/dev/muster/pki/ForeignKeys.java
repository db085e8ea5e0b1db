package dev.muster.pki;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.jcajce.provider.asymmetric.util.EC5Util;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/** Keys in the PEM forms that other tools write. */
public final class ForeignKeys {
  private ForeignKeys() {}

  static PrivateKey privateKey(String text, Path from, String wayOut) {
    try (PEMParser parser = new PEMParser(new StringReader(text))) {
      for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
        if (block instanceof PrivateKeyInfo key) {
          return privateKey(key);
        }
        if (block instanceof PEMKeyPair pair) {
          return privateKey(pair.getPrivateKeyInfo());
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new PkiException(from + ": the private key cannot be read; " + wayOut, e);
    }
    throw new PkiException(from + ": there is no unencrypted private key in PEM form; " + wayOut);
  }

  static List<PublicKey> publicKeys(String text, Path from) {
    List<PublicKey> found = new ArrayList<>();
    try (PEMParser parser = new PEMParser(new StringReader(text))) {
      for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
        if (block instanceof SubjectPublicKeyInfo key) {
          found.add(publicKey(key));
        } else if (block instanceof X509CertificateHolder certificate) {
          found.add(publicKey(certificate.getSubjectPublicKeyInfo()));
        } else if (block instanceof PEMKeyPair pair) {
          found.add(publicKey(privateKey(pair.getPrivateKeyInfo())));
        } else if (block instanceof PrivateKeyInfo key) {
          found.add(publicKey(privateKey(key)));
        }
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new PkiException(from + ": the public key cannot be read: " + e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw new PkiException(from + ": there is no public key in PEM form");
    }
    return found;
  }

  /**
   * A private key in the form that most clients can read: some tell elliptic curve keys only by the
   * older form, which names them in its first line, and some of those need the public key in it.
   */
  public static String pem(PrivateKey key) {
    if (!(key instanceof ECPrivateKey curve)) {
      return Pem.of(key);
    }
    try {
      return Pem.block(
          "EC PRIVATE KEY",
          new org.bouncycastle.asn1.sec.ECPrivateKey(
                  curve.getParams().getOrder().bitLength(),
                  curve.getS(),
                  SubjectPublicKeyInfo.getInstance(publicKey(key).getEncoded()).getPublicKeyData(),
                  PrivateKeyInfo.getInstance(key.getEncoded())
                      .getPrivateKeyAlgorithm()
                      .getParameters())
              .getEncoded());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A private key with the public one that it implies. */
  public static KeyPair pair(PrivateKey key) {
    try {
      return new KeyPair(publicKey(key), key);
    } catch (GeneralSecurityException e) {
      throw new PkiException("a private key has no public one: " + e.getMessage(), e);
    }
  }

  private static PrivateKey privateKey(PrivateKeyInfo key) throws IOException {
    return Keys.privateKey(key.getEncoded())
        .orElseThrow(() -> new IOException("of an algorithm that is not supported"));
  }

  private static PublicKey publicKey(SubjectPublicKeyInfo key) throws IOException {
    return Keys.publicKey(key.getEncoded())
        .orElseThrow(() -> new IOException("of an algorithm that is not supported"));
  }

  private static PublicKey publicKey(PrivateKey key) throws GeneralSecurityException {
    if (key instanceof RSAPrivateCrtKey rsa) {
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
    }
    if (key instanceof ECPrivateKey ec) {
      ECPoint point = EC5Util.convertSpec(ec.getParams()).getG().multiply(ec.getS()).normalize();
      return KeyFactory.getInstance("EC")
          .generatePublic(new ECPublicKeySpec(EC5Util.convertPoint(point), ec.getParams()));
    }
    throw new GeneralSecurityException("keys of type " + key.getAlgorithm() + " are not supported");
  }
}
