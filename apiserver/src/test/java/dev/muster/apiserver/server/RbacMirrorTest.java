package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which policy was in force when. */
class RbacMirrorTest {
  private static final StoredObjectCodec CODEC = new StoredObjectCodec(KubernetesKinds.kinds());

  private final Store<StoredObject> store = EmbeddedStore.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private long put(String key, String kind, String apiVersion) {
    Entry<StoredObject> there = store.snapshot().get(key);
    String name = key.substring(key.lastIndexOf('/') + 1);
    byte[] json =
        """
        {"kind":"%s","apiVersion":"%s","metadata":{"name":"%s","resourceVersion":""}}"""
            .formatted(kind, apiVersion, name)
            .getBytes(StandardCharsets.UTF_8);
    return store
        .put(key, new EncodedDraft(CODEC, key, json), there == null ? 0 : there.revision())
        .revision();
  }

  private long role(String name) {
    return put("clusterroles/" + name, "ClusterRole", "rbac.authorization.k8s.io/v1");
  }

  private long other(String name) {
    return put("namespaces/" + name, "Namespace", "v1");
  }

  private static int size(Optional<RbacSnapshot> policy) {
    return policy.orElseThrow().size();
  }

  @Test
  void knowsEveryPolicySinceItsStart() {
    long start = other("a");
    RbacMirror mirror = new RbacMirror(store);
    long one = role("one");
    long between = other("b");
    long two = role("two");
    assertThat(size(mirror.at(start))).isZero();
    assertThat(size(mirror.at(one))).isEqualTo(1);
    assertThat(size(mirror.at(between))).isEqualTo(1);
    assertThat(size(mirror.at(two))).isEqualTo(2);
    assertThat(mirror.between(start, two).orElseThrow()).hasSize(2);
    assertThat(mirror.between(one, between)).contains(List.of());
  }

  /** A server that was started anew knows the past as far as nothing was written about roles. */
  @Test
  void knowsWhatWasBeforeItsStartIfNothingHasChanged() {
    long before = role("one");
    long changed = role("two");
    long since = other("a");
    other("b");
    RbacMirror mirror = new RbacMirror(store);
    assertThat(size(mirror.at(since))).isEqualTo(2);
    assertThat(size(mirror.at(changed))).isEqualTo(2);
    assertThat(mirror.between(changed, since)).contains(List.of());
    assertThat(mirror.at(before)).isEmpty();
    assertThat(mirror.between(before, since)).isEmpty();
  }

  @Test
  void knowsNothingOfWhatWasCompacted() {
    long old = other("a");
    other("b");
    long kept = other("c");
    store.compact(kept);
    RbacMirror mirror = new RbacMirror(store);
    assertThat(mirror.at(old)).isEmpty();
    assertThat(mirror.at(kept)).isPresent();
  }

  @Test
  void forgetsTheOldestOfVeryMany() {
    RbacMirror mirror = new RbacMirror(store);
    long first = role("one");
    for (int i = 0; i <= RbacHistory.KEPT; i++) {
      role("one");
    }
    long last = role("two");
    assertThat(mirror.at(first)).isEmpty();
    assertThat(mirror.between(first, last)).isEmpty();
    assertThat(size(mirror.at(last))).isEqualTo(2);
  }

  @Test
  void tellsOfChanges() throws Exception {
    RbacMirror mirror = new RbacMirror(store);
    BlockingQueue<Boolean> told = new LinkedBlockingQueue<>();
    PolicyHistory.Subscription listening = mirror.onChange(() -> told.add(true));
    for (RbacKind kind : RbacKind.values()) {
      assertThat(told.poll(60, TimeUnit.SECONDS)).as("%s are listened to", kind).isNotNull();
    }
    assertThat(told).isEmpty();
    role("one");
    assertThat(told.poll(60, TimeUnit.SECONDS)).isNotNull();
    listening.close();
  }
}
