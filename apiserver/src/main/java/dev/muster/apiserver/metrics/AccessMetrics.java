package dev.muster.apiserver.metrics;

import dev.muster.apiserver.authn.Authenticator;
import dev.muster.apiserver.authn.Result;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Histogram;
import dev.muster.base.metrics.Histograms;
import dev.muster.base.metrics.Metric;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts who was let in, and what they were allowed. */
final class AccessMetrics {
  private static final double[] SECONDS = Histograms.exponential(0.001, 2, 15);

  private final Counters users =
      Counters.counter(
          "authenticated_user_requests", "Authenticated requests by user name.", "username");
  private final Counters attempts =
      Counters.counter("authentication_attempts", "Authentications by result.", "result");
  private final Histograms authenticationSeconds =
      new Histograms(
          "authentication_duration_seconds",
          "How long authentication took, in seconds.",
          SECONDS,
          "result");
  private final Counters decisions =
      Counters.counter("authorization_attempts_total", "Authorizations by result.", "result");
  private final Histograms authorizationSeconds =
      new Histograms(
          "authorization_duration_seconds",
          "How long authorization took, in seconds.",
          SECONDS,
          "result");

  private record Outcome(LongAdder count, Histogram seconds) {
    void happened(long started) {
      count.increment();
      seconds.observe((System.nanoTime() - started) / 1e9);
    }
  }

  List<Metric> all() {
    return List.of(users, attempts, authenticationSeconds, decisions, authorizationSeconds);
  }

  Authenticator authenticator(Authenticator authenticator) {
    Outcome success = authentication("success");
    Outcome failure = authentication("failure");
    Outcome error = authentication("error");
    return exchange -> {
      long started = System.nanoTime();
      Result result = authenticator.authenticate(exchange);
      switch (result) {
        case Result.Authenticated known -> {
          success.happened(started);
          users.of(group(known.user().name())).increment();
        }
        case Result.NoCredentials none -> failure.happened(started);
        case Result.Refused refused -> error.happened(started);
      }
      return result;
    };
  }

  private Outcome authentication(String result) {
    return new Outcome(attempts.of(result), authenticationSeconds.of(result));
  }

  Authorizer authorizer(Authorizer authorizer) {
    Outcome allowed = authorization("allowed");
    Outcome denied = authorization("denied");
    Outcome silent = authorization("no-opinion");
    return request -> {
      long started = System.nanoTime();
      Decision decision = authorizer.authorize(request);
      switch (decision) {
        case Decision.Allow allow -> allowed.happened(started);
        case Decision.Deny deny -> denied.happened(started);
        case Decision.NoOpinion none -> silent.happened(started);
      }
      return decision;
    };
  }

  private Outcome authorization(String result) {
    return new Outcome(decisions.of(result), authorizationSeconds.of(result));
  }

  /** Names are many; a few are told apart. */
  private static String group(String user) {
    return switch (user) {
      case "admin",
          "client",
          "kube_proxy",
          "kubelet",
          "system:serviceaccount:kube-system:default" ->
          user;
      default -> user.contains("@") ? "email_id" : "other";
    };
  }
}
