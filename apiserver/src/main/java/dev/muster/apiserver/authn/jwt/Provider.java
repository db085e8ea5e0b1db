package dev.muster.apiserver.authn.jwt;

import dev.muster.apiserver.authn.config.IssuerConfiguration;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An OpenID provider. Its discovery document and its keys are fetched until that succeeds; from
 * then on it can be asked for them.
 */
final class Provider implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Provider.class);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);

  private final IssuerConfiguration issuer;
  private final InstantSource clock;
  private final JwtObserver told;
  private final ProviderDocuments documents;
  private final Thread discovery;
  private volatile @Nullable ProviderKeys keys;
  private volatile String problem;

  Provider(IssuerConfiguration issuer, InstantSource clock, JwtObserver told) {
    this.issuer = issuer;
    this.clock = clock;
    this.told = told;
    this.documents = new ProviderDocuments(issuer.trust());
    this.problem = "oidc: authenticator for issuer \"" + issuer.url() + "\" is not initialized";
    this.discovery = Thread.ofVirtual().name("oidc-discovery").start(this::discover);
  }

  private void discover() {
    try {
      while (!tryDiscovery()) {
        Thread.sleep(BETWEEN_ATTEMPTS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean tryDiscovery() throws InterruptedException {
    try {
      URI uri = documents.keysOf(issuer.url(), issuer.discoveryUrl());
      ProviderKeys found = new ProviderKeys(issuer.url(), uri, documents::get, clock, told);
      found.prepare();
      keys = found;
      return true;
    } catch (IOException | RuntimeException e) {
      problem = String.valueOf(e.getMessage());
      LOG.error("oidc authenticator: initializing plugin: issuer={}: {}", issuer.url(), problem);
      return false;
    }
  }

  /** Its keys, once it was reached. */
  Optional<ProviderKeys> keys() {
    return Optional.ofNullable(keys);
  }

  /** Why it cannot be used yet; empty if it can. */
  Optional<String> problem() {
    return keys != null
        ? Optional.empty()
        : Optional.of(
            "oidc: authenticator for issuer \"" + issuer.url() + "\" is not healthy: " + problem);
  }

  @Override
  public void close() {
    discovery.interrupt();
    documents.close();
  }
}
