package dev.muster.apiserver.server;

import dev.muster.apiserver.access.PolicyAt;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.store.CompactedException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.LaggedException;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * RBAC on what is stored.
 *
 * <p>INVARIANT (revocation): every check first catches up with the store, so it sees every role and
 * binding whose write was acknowledged before it.
 */
final class RbacMirror implements Authorizer, RuleResolver, Follower<StoredObject>, PolicyHistory {
  private static final List<String> PREFIXES =
      Stream.of(RbacKind.values()).map(RbacMirror::prefix).toList();
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Store<StoredObject> store;
  private final Projection<StoredObject> projection;
  private final PolicyBell bell;
  private volatile RbacIndex index = new RbacIndex();
  private volatile RbacHistory history = new RbacHistory(0, index.snapshot());

  /** With the revision of its last change. */
  private volatile PolicyAt current = new PolicyAt(index.snapshot(), 0);

  RbacMirror(Store<StoredObject> store) {
    this.store = store;
    this.bell = new PolicyBell(store, PREFIXES);
    projection = new Projection<>(store, PREFIXES, this);
    projection.catchUp();
  }

  RbacIndex index() {
    projection.catchUp();
    return index;
  }

  /** With every write that was acknowledged before this was called. */
  PolicyAt latest() {
    long seen = store.snapshot().revision();
    projection.catchUp();
    PolicyAt policy = current;
    // all changes up to what was seen are in it: if its own is older, nothing changed in between
    return policy.revision() >= seen ? policy : new PolicyAt(policy.policy(), seen);
  }

  @Override
  public Decision authorize(Attributes request) {
    return index().snapshot().authorize(request);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return new RbacAuthorizer(index()).rulesFor(user, namespace);
  }

  @Override
  public Optional<RbacSnapshot> at(long revision) {
    if (!reaches(revision)) {
      return Optional.empty();
    }
    RbacHistory known = history;
    Optional<RbacSnapshot> found = known.at(revision);
    if (found.isPresent()) {
      return found;
    }
    Map.Entry<Long, RbacSnapshot> first = known.first();
    return unchanged(revision, first.getKey()) ? Optional.of(first.getValue()) : Optional.empty();
  }

  @Override
  public Optional<List<RbacSnapshot>> between(long after, long upTo) {
    if (!reaches(upTo)) {
      return Optional.empty();
    }
    RbacHistory known = history;
    List<RbacSnapshot> found = known.between(after, upTo);
    // INVARIANT: looked at after what was found, so that nothing was forgotten in between
    long first = known.first().getKey();
    return first <= after || unchanged(after, first) ? Optional.of(found) : Optional.empty();
  }

  @Override
  public Subscription onChange(Runnable action) {
    return bell.onChange(action);
  }

  private boolean reaches(long revision) {
    try {
      return projection.await(revision, PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether no role or binding was written after a revision and up to another. */
  private boolean unchanged(long after, long upTo) {
    try {
      for (String prefix : PREFIXES) {
        try (Watch<StoredObject> watch = store.watch(prefix, after)) {
          List<Event<StoredObject>> events = watch.poll(Duration.ZERO);
          if (!events.isEmpty() && events.getFirst().revision() <= upTo) {
            return false;
          }
        }
      }
      return true;
    } catch (CompactedException | LaggedException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    index = index(snapshot);
    current = new PolicyAt(index.snapshot(), snapshot.revision());
    history = new RbacHistory(snapshot.revision(), index.snapshot());
  }

  /** What a snapshot of the store has of roles and bindings. */
  static RbacIndex index(Snapshot<StoredObject> snapshot) {
    List<RbacObject> objects = new ArrayList<>();
    for (RbacKind kind : RbacKind.values()) {
      snapshot
          .range(prefix(kind), "")
          .forEachRemaining(entry -> objects.add(RbacJson.read(kind, entry.value().tree())));
    }
    RbacIndex fresh = new RbacIndex();
    fresh.replaceAll(objects);
    return fresh;
  }

  @Override
  public void apply(Event<StoredObject> event) {
    String[] parts = event.key().split("/", 3);
    RbacKind kind = RbacKind.ofResource(parts[0]).orElseThrow();
    Entry<StoredObject> after = event.after();
    if (after != null) {
      index.put(RbacJson.read(kind, after.value().tree()));
    } else {
      index.remove(
          kind.namespaced()
              ? new RbacKey(kind, parts[1], parts[2])
              : new RbacKey(kind, "", parts[1]));
    }
    history.add(event.revision(), index.snapshot());
    current = new PolicyAt(index.snapshot(), event.revision());
  }

  private static String prefix(RbacKind kind) {
    return kind.resource() + "/";
  }
}
