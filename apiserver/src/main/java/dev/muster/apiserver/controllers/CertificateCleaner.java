package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Deletes requests an hour after they were denied, failed or issued, and a day after they were made
 * or approved if nothing came of that.
 */
final class CertificateCleaner implements Controller {
  private static final Duration DECIDED = Duration.ofHours(1);
  private static final Duration PENDING = Duration.ofHours(24);

  private final Writer writer;
  private final Kind requests;
  private final InstantSource clock;

  CertificateCleaner(Writer writer, Kinds kinds, InstantSource clock) {
    this.writer = writer;
    this.requests = SigningRequest.kind(kinds);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "certificatesigningrequest-cleaner-controller";
  }

  @Override
  public Collection<String> keysFor(Change change) {
    return SigningRequest.keys(requests, change);
  }

  @Override
  public Sync sync(String name) {
    Optional<Instant> end =
        SigningRequest.find(writer, requests, name).flatMap(CertificateCleaner::end);
    if (end.isEmpty()) {
      return Sync.DONE;
    }
    Duration left = Duration.between(clock.instant(), end.get());
    if (left.isPositive()) {
      // whoever approves chooses the time of a condition, however far away
      return Sync.after(left.compareTo(PENDING) < 0 ? left : PENDING);
    }
    writer.delete(requests, "", name, DeleteOptions.DEFAULT);
    return Sync.DONE;
  }

  /** The first moment at which one of its conditions, or having none, is old enough. */
  private static Optional<Instant> end(SigningRequest request) {
    JsonNode conditions = request.object().path("status").path("conditions");
    if (conditions.isEmpty()) {
      return Optional.of(
          time(request.object().path("metadata").path("creationTimestamp")).plus(PENDING));
    }
    Duration approved = request.certificate().isEmpty() ? PENDING : DECIDED;
    List<Instant> ends = new ArrayList<>();
    for (JsonNode condition : conditions) {
      switch (condition.path("type").asText()) {
        case "Denied", "Failed" -> ends.add(time(condition.path("lastUpdateTime")).plus(DECIDED));
        case "Approved" -> ends.add(time(condition.path("lastUpdateTime")).plus(approved));
        default -> {}
      }
    }
    return ends.stream().min(Comparator.naturalOrder());
  }

  private static Instant time(JsonNode stored) {
    return Instant.parse(stored.asText());
  }
}
