package dev.muster.client.kubeconfig;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Trust;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the current context of a kubeconfig says.
 *
 * @param server an https URL, or an http one of this machine where that was allowed
 * @param identity the client certificate
 * @param namespace the context's, {@code default} if it names none
 */
public record ClientConfig(
    URI server, Trust trust, Optional<Identity> identity, Credential credential, String namespace) {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConfig.class);

  /**
   * Reads a kubeconfig.
   *
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig read(Path file) {
    return new KubeconfigReader(file).read();
  }

  /**
   * Reads a kubeconfig whose server may do without TLS if it is on this machine, by an address that
   * cannot be another's.
   *
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig readOrLoopback(Path file) {
    return new KubeconfigReader(file, true).read();
  }

  /**
   * Reads a kubeconfig's text.
   *
   * @param file where the text would be: files that it names are looked for beside it
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig parse(String text, Path file) {
    return new KubeconfigReader(file).parse(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The client's side of TLS with this server. */
  public SSLContext tls() {
    if (trust instanceof Trust.Anyone) {
      LOG.warn("insecure-skip-tls-verify is on: anyone can pretend to be {}", server);
    }
    return ClientTls.context(trust, identity);
  }
}
