package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.access.PolicyAt;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Roles and bindings are told with a revision at which the store had just these. */
class StoredPoliciesTest {
  private static final StoredObjectCodec CODEC = new StoredObjectCodec(KubernetesKinds.kinds());

  private final Store<StoredObject> store = EmbeddedStore.inMemory();

  private void put(String key, String json) {
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    Entry<StoredObject> there = store.snapshot().get(key);
    store.put(key, new EncodedDraft(CODEC, key, bytes), there == null ? 0 : there.revision());
  }

  private void write(Random random) {
    int number = random.nextInt(5);
    switch (random.nextInt(4)) {
      case 0 ->
          put(
              "configmaps/red/c" + number,
              "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':'red','uid':'u','resourceVersion':''}}");
      case 1 -> {
        Entry<StoredObject> there = store.snapshot().get("roles/red/r" + number);
        if (there != null) {
          store.delete("roles/red/r" + number, there.revision());
        }
      }
      default ->
          put(
              "roles/red/r" + number,
              ("{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'Role','metadata':{'name':'r%d',"
                      + "'namespace':'red','uid':'u','resourceVersion':''},'rules':[{'verbs':['v%d']}]}")
                  .formatted(number, random.nextInt(100)));
    }
  }

  private static Set<RbacObject> objects(RbacSnapshot policy) {
    Set<RbacObject> all = new HashSet<>();
    policy.forEach(all::add);
    return all;
  }

  @Test
  void whatWasToldOfARevisionIsToldOfItAgain() {
    StoredPolicies policies = new StoredPolicies(new RbacMirror(store), store);
    Random random = new Random(7);
    List<PolicyAt> told = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      write(random);
      PolicyAt latest = policies.latest();
      assertThat(latest.revision()).isEqualTo(store.snapshot().revision());
      told.add(latest);
    }
    for (PolicyAt then : told) {
      assertThat(objects(policies.at(then.revision()).policy())).isEqualTo(objects(then.policy()));
    }
  }

  @Test
  void whatIsForgottenIsGone() {
    StoredPolicies policies = new StoredPolicies(new RbacMirror(store), store);
    Random random = new Random(8);
    write(random);
    policies.latest();
    for (int i = 0; i < 3 * RbacHistory.KEPT; i++) {
      write(random);
    }
    long now = store.snapshot().revision();
    store.compact(now);
    assertThat(policies.at(now).revision()).isEqualTo(now);
    assertThatThrownBy(() -> policies.at(2))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.status().code()).isEqualTo(410))
        .hasMessageContaining("are not kept any more: ask without a revision");
    assertThatThrownBy(() -> policies.at(now + 10))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.status().code()).isEqualTo(400));
  }
}
