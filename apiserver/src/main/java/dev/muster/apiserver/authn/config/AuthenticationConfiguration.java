package dev.muster.apiserver.authn.config;

import java.util.List;
import java.util.Optional;

/**
 * Who may vouch for users, with expressions compiled.
 *
 * @param anonymous who may come without credentials; empty where it is not said
 */
public record AuthenticationConfiguration(
    List<JwtConfiguration> jwt, Optional<AnonymousConfiguration> anonymous) {

  public AuthenticationConfiguration {
    jwt = List.copyOf(jwt);
  }
}
