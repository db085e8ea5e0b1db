package dev.muster.apiserver.server;

import dev.muster.apiserver.access.PolicyAt;
import dev.muster.apiserver.access.PolicyRevisions;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.store.Store;
import java.util.Optional;

/** The roles and bindings of a store: the last changes are remembered, older ones read again. */
final class StoredPolicies implements PolicyRevisions {
  private final RbacMirror mirror;
  private final Store<StoredObject> store;
  private final PastPolicies past;

  StoredPolicies(RbacMirror mirror, Store<StoredObject> store) {
    this.mirror = mirror;
    this.store = store;
    this.past = new PastPolicies(store);
  }

  @Override
  public PolicyAt latest() {
    return mirror.latest();
  }

  @Override
  public PolicyAt at(long revision) {
    Optional<RbacSnapshot> remembered =
        revision <= revision() ? mirror.at(revision) : Optional.empty();
    return remembered
        .map(policy -> new PolicyAt(policy, revision))
        .orElseGet(() -> past.at(revision));
  }

  @Override
  public long revision() {
    return store.snapshot().revision();
  }
}
