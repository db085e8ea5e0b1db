package dev.muster.webhook;

import dev.muster.apiserver.authn.ClientCertificates;
import dev.muster.apiserver.authn.Result;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Set;

/** Answers its callers, and tells everybody else no more than that it is alive. */
final class CallersOnly implements Endpoint {
  private static final Set<String> HEALTH = Set.of("/healthz", "/livez", "/readyz");

  private final ClientCertificates certificates;
  private final Set<String> names;
  private final Endpoint reviews;

  CallersOnly(Callers callers, Clock clock, Endpoint reviews) {
    this.certificates = new ClientCertificates(callers.authorities(), clock);
    this.names = callers.names();
    this.reviews = reviews;
  }

  @Override
  public void handle(Exchange exchange) throws Exception {
    if (HEALTH.contains(exchange.path())) {
      exchange.respond(200, "text/plain", "ok".getBytes(StandardCharsets.UTF_8));
      return;
    }
    switch (certificates.authenticate(exchange)) {
      case Result.Authenticated caller -> {
        if (!names.isEmpty() && !names.contains(caller.user().name())) {
          throw Status.of(
                  403, "Forbidden", "this webhook is not for \"" + caller.user().name() + "\"")
              .exception();
        }
        exchange.admitted(() -> {});
        reviews.handle(exchange);
      }
      case Result.NoCredentials none -> throw unauthorized();
      case Result.Refused refused -> throw unauthorized();
    }
  }

  private static RuntimeException unauthorized() {
    return Status.of(401, "Unauthorized", "Unauthorized").exception();
  }
}
