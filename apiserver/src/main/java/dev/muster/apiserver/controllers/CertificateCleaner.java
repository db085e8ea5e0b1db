package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.views.CertificatesV1.CertificateSigningRequestCondition;
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
    List<CertificateSigningRequestCondition> conditions = request.object().status().conditions();
    if (conditions.isEmpty()) {
      return Optional.of(time(request.object().metadata().creationTimestamp()).plus(PENDING));
    }
    Duration approved = request.certificate().isEmpty() ? PENDING : DECIDED;
    List<Instant> ends = new ArrayList<>();
    for (CertificateSigningRequestCondition condition : conditions) {
      switch (condition.type().text()) {
        case "Denied", "Failed" -> ends.add(time(condition.lastUpdateTime()).plus(DECIDED));
        case "Approved" -> ends.add(time(condition.lastUpdateTime()).plus(approved));
        default -> {}
      }
    }
    return ends.stream().min(Comparator.naturalOrder());
  }

  private static Instant time(At stored) {
    return Instant.parse(stored.text());
  }
}
