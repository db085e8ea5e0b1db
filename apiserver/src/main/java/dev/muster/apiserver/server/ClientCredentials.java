package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.Authenticator;
import dev.muster.apiserver.authn.AuthenticatorChain;
import dev.muster.apiserver.authn.BearerTokens;
import dev.muster.apiserver.authn.BoundObjects;
import dev.muster.apiserver.authn.ClientCertificates;
import dev.muster.apiserver.authn.InProcessUsers;
import dev.muster.apiserver.authn.RequestHeaders;
import dev.muster.apiserver.authn.ServiceAccountTokens;
import dev.muster.apiserver.authn.TokenAuthenticator;
import dev.muster.apiserver.authn.TokenFile;
import dev.muster.apiserver.console.ConsoleSessions;
import dev.muster.apiserver.console.ConsoleTokens;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.pki.Pki;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.MetaV1.ObjectMeta;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** The ways in which a client can prove who it is. */
record ClientCredentials(
    Authenticator authenticator,
    BearerTokens tokens,
    ServiceAccountTokens accounts,
    List<String> audiences,
    IssuerParts issuers) {
  static ClientCredentials of(
      Authentication config,
      IssuerParts issuers,
      Optional<ConsoleSessions> console,
      Pki pki,
      Kinds kinds,
      Store<StoredObject> store,
      Clock clock)
      throws IOException {
    List<String> audiences = config.serviceAccounts().audiences();
    ServiceAccountTokens accounts =
        new ServiceAccountTokens(
            config.serviceAccounts().issuers(),
            audiences,
            pki.serviceAccountKey(),
            pki.serviceAccountKeys(),
            bound(kinds, store),
            clock);
    List<TokenAuthenticator> all = new ArrayList<>();
    if (config.tokenFile().isPresent()) {
      all.add(TokenFile.read(config.tokenFile().get(), audiences));
    }
    console.ifPresent(signedIn -> all.add(new ConsoleTokens(signedIn, Pki.ADMIN, audiences)));
    all.add(accounts);
    issuers.tokens().ifPresent(all::add);
    issuers.webhook().ifPresent(all::add);
    BearerTokens tokens = new BearerTokens(all, audiences);
    List<Authenticator> links = new ArrayList<>();
    links.add(new InProcessUsers());
    config.requestHeaders().ifPresent(options -> links.add(proxied(options, pki, clock)));
    links.add(new ClientCertificates(pki.clientAuthorities(), clock));
    links.add(tokens);
    Authenticator chain = new AuthenticatorChain(links, issuers.anonymous());
    return new ClientCredentials(chain, tokens, accounts, audiences, issuers);
  }

  private static RequestHeaders proxied(RequestHeaderOptions options, Pki pki, Clock clock) {
    List<X509Certificate> proxies = pki.proxyAuthorities(options.clientCaFile());
    if (options.allowedNames().isEmpty()
        && proxies.stream().anyMatch(pki.clientAuthorities()::contains)) {
      throw new IllegalArgumentException(
          "--requestheader-client-ca-file and --client-ca-file contain overlapping certificates;"
              + " --requestheader-allowed-names must be specified to ensure regular client"
              + " certificates cannot set authenticating proxy headers for arbitrary users");
    }
    return new RequestHeaders(
        new ClientCertificates(proxies, clock),
        new HashSet<>(options.allowedNames()),
        options.headers());
  }

  private static BoundObjects bound(Kinds kinds, Store<StoredObject> store) {
    return (what, namespace, name) -> {
      String kindName =
          switch (what) {
            case SERVICE_ACCOUNT -> "ServiceAccount";
            case POD -> "Pod";
            case SECRET -> "Secret";
            case NODE -> "Node";
          };
      Kind kind = kinds.byKind("v1", kindName).orElseThrow();
      Entry<StoredObject> entry = store.snapshot().get(kind.key(namespace, name));
      if (entry == null) {
        return Optional.empty();
      }
      var metadata = ObjectMeta.ofObject(entry.value().tree());
      Optional<Instant> deleted =
          metadata.deletionTimestamp().present()
              ? Optional.of(Instant.parse(metadata.deletionTimestamp().text()))
              : Optional.empty();
      return Optional.of(new BoundObjects.Found(metadata.uid().text(), deleted));
    };
  }
}
