package dev.muster.apiserver.kubeconfig;

import dev.muster.apiserver.tls.Identity;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the current context of a kubeconfig says.
 *
 * @param server an https URL
 * @param identity the client certificate
 * @param namespace the context's, {@code default} if it names none
 */
public record ClientConfig(
    URI server, Trust trust, Optional<Identity> identity, Credential credential, String namespace) {

  /**
   * Reads a kubeconfig.
   *
   * @throws KubeconfigException if it cannot be used
   */
  public static ClientConfig read(Path file) {
    return new KubeconfigReader(file).read();
  }
}
