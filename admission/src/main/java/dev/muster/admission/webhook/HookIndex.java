package dev.muster.admission.webhook;

import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Operation;
import dev.muster.admission.matching.VersionedRequest;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.views.AdmissionregistrationV1.MutatingWebhookConfiguration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The webhooks of one kind of configuration, found by what is requested.
 *
 * <p>INVARIANT (exact in time): the configurations' version is read for each request, and it counts
 * every write that was acknowledged before it.
 */
final class HookIndex {
  private static final String API = "admissionregistration.k8s.io/v1";

  private final Cluster cluster;
  private final Kinds kinds;
  private final String configuration;
  private volatile State state = new State(Long.MIN_VALUE, List.of(), Map.of());

  private record State(long version, List<Hook> hooks, Map<Shape, List<Hook>> byShape) {}

  private record Shape(Operation operation, String apiVersion, String plural, String sub) {}

  HookIndex(Cluster cluster, Kinds kinds, String configuration) {
    this.cluster = cluster;
    this.kinds = kinds;
    this.configuration = configuration;
  }

  /** A webhook that is about a request, in the version that it asks for. */
  record Match(Hook hook, VersionedRequest request) {}

  /** The webhooks that are about this request, in their order; conditions are not looked at. */
  List<Match> matching(AdmissionRequest request) {
    State now = current();
    if (now.hooks().isEmpty()) {
      return List.of();
    }
    Kind kind = request.asked();
    List<Kind> versions = kinds.versions(kind);
    List<Hook> candidates =
        now.byShape()
            .computeIfAbsent(
                new Shape(
                    request.operation(), kind.apiVersion(), kind.plural(), request.subresource()),
                any ->
                    now.hooks().stream()
                        .filter(
                            h ->
                                h.matcher()
                                    .mayMatch(request.operation(), versions, request.subresource()))
                        .toList());
    List<Match> out = new ArrayList<>();
    for (Hook hook : candidates) {
      hook.matcher()
          .match(request, versions, cluster)
          .ifPresent(version -> out.add(new Match(hook, new VersionedRequest(request, version))));
    }
    return out;
  }

  private State current() {
    State seen = state;
    long version = cluster.version(API, configuration);
    if (version != seen.version()) {
      List<Hook> hooks =
          cluster.list(API, configuration, "").stream()
              .map(MutatingWebhookConfiguration::of)
              .sorted(Comparator.comparing(one -> one.metadata().name().text()))
              .flatMap(one -> one.webhooks().stream())
              .map(Hook::of)
              .toList();
      seen = new State(version, hooks, new ConcurrentHashMap<>());
      state = seen;
    }
    return seen;
  }
}
