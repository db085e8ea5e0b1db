package dev.muster.apiserver.tls;

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

  public X509Certificate certificate() {
    return chain.getFirst();
  }

  @Override
  public String toString() {
    return "Identity[" + certificate().getSubjectX500Principal() + "]";
  }
}
