package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.config.OidcFlags;
import java.nio.file.Path;

/** Where it is said which OpenID providers' tokens are taken. */
public sealed interface TokenIssuers {
  /**
   * {@code --authentication-config}, whose changes take effect while the server runs.
   *
   * @param anonymousByFlag whether {@code --anonymous-auth} was given: then the file must not say
   *     anything of anonymous access
   */
  record ConfigFile(Path file, boolean anonymousByFlag) implements TokenIssuers {}

  /** {@code --oidc-*}: one issuer. */
  record Flags(OidcFlags flags) implements TokenIssuers {}
}
