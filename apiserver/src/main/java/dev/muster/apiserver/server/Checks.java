package dev.muster.apiserver.server;

import dev.muster.apiserver.controllers.Controllers;
import dev.muster.apiserver.flow.InflightLimits;
import dev.muster.apiserver.handlers.HealthChecks;
import dev.muster.apiserver.metrics.MeteredStore;
import dev.muster.store.Usage;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** How a server tells whether it is well. */
final class Checks {
  private Checks() {}

  /** Bootstrapping is over before the first request is answered: its checks only name it. */
  static HealthChecks of(
      MeteredStore<?> store,
      Controllers controllers,
      Modes modes,
      InflightLimits inflight,
      AtomicBoolean draining) {
    HealthChecks checks = common(store, controllers, inflight, draining);
    modes
        .policy()
        .ifPresent(
            policy ->
                checks.addNote(
                    "authorization-policy-file",
                    () -> policy.problem().map(problem -> "the last good policy is in force")));
    modes.follower().ifPresent(file -> checks.addNote("authorization-config", file::note));
    if (modes.follower().isPresent() || modes.authorizer().hasWebhooks()) {
      checks.addNote("authorization-webhook", modes.authorizer()::webhookProblem);
    }
    return checks;
  }

  private static HealthChecks common(
      MeteredStore<?> store,
      Controllers controllers,
      InflightLimits inflight,
      AtomicBoolean draining) {
    HealthChecks checks =
        new HealthChecks().add("ping", Optional::empty).add("log", Optional::empty);
    // a restart does not bring back a store that is elsewhere
    (store.shared()
            ? checks.addForReadiness("etcd", store::fault)
            : checks.add("etcd", store::fault))
        .addForReadiness("etcd-readiness", store::fault)
        .addNote("storage-quota", () -> room(store.usage()))
        .addForReadiness("informer-sync", () -> notSynced(controllers));
    return limits(checks, inflight)
        .add("poststarthook/start-system-namespaces-controller", Optional::empty)
        .add("poststarthook/rbac/bootstrap-roles", Optional::empty)
        .add("poststarthook/scheduling/bootstrap-system-priority-classes", Optional::empty)
        .add("poststarthook/priority-and-fairness-config-producer", Optional::empty)
        .add("poststarthook/start-cluster-authentication-info-controller", Optional::empty)
        .add("poststarthook/kube-apiserver-autoregistration", Optional::empty)
        .add("autoregister-completion", Optional::empty)
        .addForReadiness("shutdown", () -> unless(!draining.get(), "process is shutting down"));
  }

  /** Levels, or limits in place of them. */
  private static HealthChecks limits(HealthChecks checks, InflightLimits inflight) {
    return inflight.priorityAndFairness()
        ? checks
            .add("poststarthook/priority-and-fairness-config-consumer", Optional::empty)
            .add("poststarthook/priority-and-fairness-filter", Optional::empty)
        : checks.add("poststarthook/max-in-flight-filter", Optional::empty);
  }

  static Optional<String> notSynced(Controllers controllers) {
    return unless(controllers.synced(), "the controllers have not seen everything yet");
  }

  private static Optional<String> room(Usage usage) {
    return unless(
        !usage.nearlyFull(),
        "the store holds "
            + usage.live()
            + " of at most "
            + usage.quota()
            + " bytes (--quota-backend-bytes)");
  }

  private static Optional<String> unless(boolean well, String fault) {
    return well ? Optional.empty() : Optional.of(fault);
  }
}
