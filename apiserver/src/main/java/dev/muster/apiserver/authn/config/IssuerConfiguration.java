package dev.muster.apiserver.authn.config;

import dev.muster.pki.Trust;
import java.util.List;

/**
 * Where an issuer is, and whom its tokens must be meant for.
 *
 * @param url as tokens name it
 * @param discoveryUrl where its discovery document is
 * @param trust who vouches for it
 */
public record IssuerConfiguration(
    String url, String discoveryUrl, Trust trust, List<String> audiences) {

  public IssuerConfiguration {
    audiences = List.copyOf(audiences);
  }
}
