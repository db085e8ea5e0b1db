package dev.muster.pki;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** A certificate with its issuers, the own one first, and the private key to it. */
public record Identity(List<X509Certificate> chain, PrivateKey key) {
  public Identity {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("an identity needs a certificate");
    }
  }

  /**
   * An identity in PEM form.
   *
   * @throws PkiException what is wrong with which of the two, or that they do not belong together
   */
  public static Identity ofPem(String certificates, Path from, String key, Path keyFrom) {
    String wayOut = "give a certificate and its key in PEM form";
    List<X509Certificate> chain = Pem.certificates(certificates, from, wayOut);
    PrivateKey own = Keys.privateKey(key, keyFrom, wayOut);
    if (!Keys.match(own, chain.getFirst().getPublicKey())) {
      throw new PkiException(
          keyFrom + ": the key does not belong to the certificate of " + from + "; " + wayOut);
    }
    return new Identity(chain, own);
  }

  /** The first of the chain: the identity's own. */
  public X509Certificate certificate() {
    return chain.getFirst();
  }

  @Override
  public String toString() {
    return "Identity[" + certificate().getSubjectX500Principal() + "]";
  }
}
