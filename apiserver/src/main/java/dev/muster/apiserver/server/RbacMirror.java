package dev.muster.apiserver.server;

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
final class RbacMirror implements Authorizer, RuleResolver, Follower<StoredObject> {
  private final Projection<StoredObject> projection;
  private volatile RbacIndex index = new RbacIndex();

  RbacMirror(Store<StoredObject> store) {
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
  public Decision authorize(Attributes request) {
    return index().snapshot().authorize(request);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return new RbacAuthorizer(index()).rulesFor(user, namespace);
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    List<RbacObject> objects = new ArrayList<>();
    for (RbacKind kind : RbacKind.values()) {
      snapshot
          .range(prefix(kind), "")
          .forEachRemaining(entry -> objects.add(RbacJson.read(kind, entry.value().tree())));
    }
    RbacIndex fresh = new RbacIndex();
    fresh.replaceAll(objects);
    index = fresh;
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
  }

  private static String prefix(RbacKind kind) {
    return kind.resource() + "/";
  }
}
