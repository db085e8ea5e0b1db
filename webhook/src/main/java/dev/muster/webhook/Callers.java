package dev.muster.webhook;

import dev.muster.pki.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;

/**
 * Who may ask a webhook: those with a certificate of one of these authorities. What a review says
 * of its user is believed, and what it asks for is told: nobody but the API server may send one.
 *
 * @param authorities never none
 * @param names the common names that may ask; empty for all
 */
public record Callers(List<X509Certificate> authorities, Set<String> names) {
  public Callers {
    authorities = List.copyOf(authorities);
    names = Set.copyOf(names);
    if (authorities.isEmpty()) {
      throw new IllegalArgumentException("a webhook needs an authority for its callers");
    }
  }

  /** Those for whom the authorities of a PEM file vouch. */
  public static Callers of(Path authorities, Set<String> names) throws IOException {
    return new Callers(
        Pem.certificates(
            Files.readString(authorities), authorities, "give certificates in PEM form"),
        names);
  }
}
