package dev.muster.apiserver.certificates;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import dev.muster.pki.Pki;
import dev.muster.pki.Trust;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The client's side of TLS with a server of ours. */
public final class PkiClient {
  private PkiClient() {}

  /** Trusts the server; shows the identity when the server asks, or none. */
  public static SSLContext of(Pki server, @Nullable Identity identity) {
    return ClientTls.context(
        new Trust.Authorities(Pem.certificates(server.trustedPem(), Path.of("server"), "")),
        Optional.ofNullable(identity));
  }
}
