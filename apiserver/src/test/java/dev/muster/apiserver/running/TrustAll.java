package dev.muster.apiserver.running;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Trust;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** For tests whose subject is not TLS: any certificate will do. */
public final class TrustAll {
  private TrustAll() {}

  public static SSLContext context() {
    return ClientTls.context(new Trust.Anyone(), Optional.empty());
  }
}
