package dev.muster.pki;

import java.security.cert.X509Certificate;
import java.util.List;

/** Whose word for a server's identity is taken. */
public sealed interface Trust {
  /** Those of these authorities. */
  record Authorities(List<X509Certificate> certificates) implements Trust {
    public Authorities {
      certificates = List.copyOf(certificates);
    }
  }

  /** Those that the machine trusts. */
  record Machine() implements Trust {}

  /** Anyone's: for {@code insecure-skip-tls-verify}, and for probes, which know no names. */
  record Anyone() implements Trust {}
}
