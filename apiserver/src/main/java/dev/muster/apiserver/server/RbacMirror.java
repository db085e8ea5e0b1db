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
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * RBAC on what is stored.
 *
 * <p>INVARIANT (revocation): a write is acknowledged only after its event is in the store's log,
 * and every check first takes in all events that are there. So each check sees every role and
 * binding whose write was acknowledged before it.
 */
final class RbacMirror implements Authorizer, RuleResolver {
  private final Store<StoredObject> store;
  private final RbacIndex index = new RbacIndex();
  private final RbacAuthorizer authorizer = new RbacAuthorizer(index);
  private final Map<RbacKind, Watch<StoredObject>> watches = new EnumMap<>(RbacKind.class);
  private volatile long seen;

  RbacMirror(Store<StoredObject> store) {
    this.store = store;
    Snapshot<StoredObject> snapshot = store.snapshot();
    List<RbacObject> objects = new ArrayList<>();
    for (RbacKind kind : RbacKind.values()) {
      String prefix = kind.resource() + "/";
      for (Iterator<Entry<StoredObject>> all = snapshot.range(prefix, ""); all.hasNext(); ) {
        objects.add(RbacJson.read(kind, all.next().value().tree()));
      }
      watches.put(kind, store.watch(prefix, snapshot.revision()));
    }
    index.replaceAll(objects);
    seen = snapshot.revision();
  }

  RbacIndex index() {
    catchUp();
    return index;
  }

  @Override
  public Decision authorize(Attributes request) {
    catchUp();
    return authorizer.authorize(request);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    catchUp();
    return authorizer.rulesFor(user, namespace);
  }

  private void catchUp() {
    if (store.snapshot().revision() != seen) {
      takeIn();
    }
  }

  private synchronized void takeIn() {
    long reached = Long.MAX_VALUE;
    try {
      for (Map.Entry<RbacKind, Watch<StoredObject>> e : watches.entrySet()) {
        List<Event<StoredObject>> events = e.getValue().poll(Duration.ZERO);
        while (!events.isEmpty()) {
          events.forEach(event -> apply(e.getKey(), event));
          events = e.getValue().poll(Duration.ZERO);
        }
        reached = Math.min(reached, e.getValue().revision());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading the policy", e);
    }
    seen = reached;
  }

  private void apply(RbacKind kind, Event<StoredObject> event) {
    Entry<StoredObject> after = event.after();
    if (after != null) {
      index.put(RbacJson.read(kind, after.value().tree()));
      return;
    }
    String[] parts = event.key().split("/", 3);
    index.remove(
        kind.namespaced()
            ? new RbacKey(kind, parts[1], parts[2])
            : new RbacKey(kind, "", parts[1]));
  }
}
