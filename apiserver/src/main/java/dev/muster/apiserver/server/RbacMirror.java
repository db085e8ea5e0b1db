package dev.muster.apiserver.server;

import dev.muster.apiserver.access.PolicyAt;
import dev.muster.apiserver.access.PolicyHistory;
import dev.muster.apiserver.registry.StoredObject;
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
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * RBAC on what is stored.
 *
 * <p>INVARIANT (revocation): every check first catches up with the store, so it sees every role and
 * binding whose write was acknowledged before it.
 */
final class RbacMirror implements Authorizer, RuleResolver, PolicyHistory, Follower<StoredObject> {
  private final Store<StoredObject> store;
  private final Projection<StoredObject> projection;
  private final PastPolicies past;
  private volatile RbacIndex index = new RbacIndex();

  /** With the revision of its last change. */
  private volatile PolicyAt current = new PolicyAt(index.snapshot(), 0);

  RbacMirror(Store<StoredObject> store) {
    this.store = store;
    past = new PastPolicies(store);
    projection =
        new Projection<>(
            store, Stream.of(RbacKind.values()).map(RbacMirror::prefix).toList(), this);
    projection.catchUp();
  }

  RbacIndex index() {
    projection.catchUp();
    return index;
  }

  @Override
  public PolicyAt latest() {
    long seen = revision();
    projection.catchUp();
    PolicyAt policy = current;
    // all changes up to what was seen are in it: if its own is older, nothing changed in between
    return policy.revision() >= seen ? policy : new PolicyAt(policy.policy(), seen);
  }

  @Override
  public PolicyAt at(long revision) {
    return past.at(revision);
  }

  @Override
  public long revision() {
    return store.snapshot().revision();
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
  public void load(Snapshot<StoredObject> snapshot) {
    index = index(snapshot);
    current = new PolicyAt(index.snapshot(), snapshot.revision());
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
    current = new PolicyAt(index.snapshot(), event.revision());
  }

  private static String prefix(RbacKind kind) {
    return kind.resource() + "/";
  }
}
