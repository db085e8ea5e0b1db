package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.quota.QuotaLedger;
import dev.muster.authz.User;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.CoreV1.ResourceQuota;

/** Writes the status of quotas on the server's own behalf. */
public final class StoredQuotas implements QuotaLedger {
  private static final User SYSTEM = User.of("system:apiserver", User.MASTERS);

  private final Store<StoredObject> store;
  private final FieldOwnership ownership;
  private final Kind kind;

  public StoredQuotas(Store<StoredObject> store, FieldOwnership ownership, Kinds kinds) {
    this.store = store;
    this.ownership = ownership;
    this.kind = kinds.byKind("v1", "ResourceQuota").orElseThrow();
  }

  @Override
  public boolean settle(ObjectNode quota) {
    String namespace = ResourceQuota.of(quota).metadata().namespace().text();
    String name = ResourceQuota.of(quota).metadata().name().text();
    Entry<StoredObject> entry = store.snapshot().get(kind.key(namespace, name));
    String version = ResourceQuota.of(quota).metadata().resourceVersion().text();
    if (entry == null || !version.equals(Long.toString(entry.revision()))) {
      return false;
    }
    ownership.update(
        new WriteRequest(
            kind, kind, namespace, name, "status", SYSTEM, false, "kube-apiserver", warning -> {}),
        entry.value().tree(),
        quota);
    try {
      store.put(entry.key(), ObjectDraft.of(kind, quota), entry.revision());
      return true;
    } catch (ConflictException e) {
      return false;
    }
  }
}
