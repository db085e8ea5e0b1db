package dev.muster.apiserver.server;

import dev.muster.apiserver.access.AccessGroupReviews;
import dev.muster.apiserver.authn.ServiceAccountTokens;
import dev.muster.apiserver.console.ConsoleEndpoint;
import dev.muster.apiserver.console.ConsoleSessions;
import dev.muster.apiserver.handlers.Handlers;
import dev.muster.apiserver.handlers.Identification;
import dev.muster.apiserver.handlers.Operations;
import dev.muster.apiserver.metrics.ServerMetrics;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.reviews.OpenIdDocuments;
import dev.muster.apiserver.reviews.ReviewLists;
import dev.muster.apiserver.reviews.Reviews;
import dev.muster.apiserver.reviews.TokenRequests;
import dev.muster.apiserver.visibility.FilteredServer;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.console.ConsoleFiles;
import dev.muster.http.Endpoint;
import dev.muster.pki.Pki;
import java.time.InstantSource;
import java.util.Optional;

/** The one way that every request to a server goes, put together of its parts. */
final class RequestEndpoint {
  private RequestEndpoint() {}

  /** What answers every request, as those who count and audit see it. */
  static Endpoint of(
      ServerParts parts,
      ServerConfig config,
      ClientCredentials credentials,
      Operations operations,
      Optional<ConsoleSessions> console) {
    ServerMetrics metrics = parts.metrics();
    Authorizer authorizer = parts.modes().authorizer();
    String address = config.serving().bindAddress() + ":" + config.serving().port();
    Handlers handlers =
        new Handlers(
            parts.objects(),
            metrics.countingDecisions(authorizer),
            reviews(parts, config.authentication().serviceAccounts(), credentials, address),
            operations,
            parts.filter());
    Identification identification =
        new Identities(
            metrics.countingUsers(credentials.authenticator()),
            authorizer,
            parts.decisions(),
            operations.refusals(),
            config.features().gates());
    Endpoint latest =
        LatestState.before(
            handlers.endpoint(identification, address),
            parts.store(),
            parts.custom()::refresh,
            config.storage().authorizationStaleness());
    Endpoint counted = metrics.counting(withConsole(console, parts.decisions(), latest));
    return new FilteredServer(
        parts.audit().isPresent() ? parts.audit().get().around(counted) : counted);
  }

  /** A page that is not served costs nothing, and where it is, other requests one comparison. */
  private static Endpoint withConsole(
      Optional<ConsoleSessions> console, AccessObserver observer, Endpoint latest) {
    return console.isEmpty()
        ? latest
        : new ConsoleEndpoint(
            ConsoleFiles.load(), console.get(), User.of(Pki.ADMIN, User.MASTERS), observer, latest);
  }

  private static Reviews reviews(
      ServerParts parts, ServiceAccounts config, ClientCredentials credentials, String address) {
    ServiceAccountTokens accounts = credentials.accounts();
    InstantSource clock = parts.objects().clock();
    Reviews reviews =
        Reviews.of(
            parts.modes().authorizer(),
            parts.modes().authorizer(),
            credentials.tokens(),
            new TokenRequests(
                parts.objects().cluster(),
                accounts,
                credentials.audiences(),
                config.longestLife(),
                config.extended(),
                clock),
            new OpenIdDocuments(
                accounts.openIdConfiguration("https://" + address + OpenIdDocuments.KEY_SET_PATH),
                accounts.keySet()),
            clock);
    return reviews.with(
        AccessGroupReviews.all(parts.deciding(), parts.trial(), parts.inventory()),
        new ReviewLists(parts.deciding()));
  }
}
