package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory;
import dev.muster.access.escalation.InventoryReader;
import dev.muster.apiserver.access.ClusterInventory.Known;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.server.StoredInventory.Bounds;
import dev.muster.base.ServiceAccountName;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is read of a store for ways to become more: all of it up to a bound, and what was left. */
class StoredInventoryTest {
  private static final String POD = "'kind':'Pod','apiVersion':'v1'";
  private static final String ACCOUNT = "'kind':'ServiceAccount','apiVersion':'v1'";
  private static final String SECRET = "'kind':'Secret','apiVersion':'v1'";
  private static final String WEBHOOK =
      "'kind':'ValidatingWebhookConfiguration','apiVersion':'admissionregistration.k8s.io/v1'";
  private static final String RUNS =
      ",'spec':{'serviceAccountName':'a','nodeName':'%s','containers':[{'name':'c','volumeMounts':"
          + "[{'name':'t','mountPath':'/var/run/secrets/kubernetes.io/serviceaccount'}]}]}";

  private final Kinds kinds = KubernetesKinds.kinds();
  private final Store<StoredObject> store = EmbeddedStore.inMemory();
  private final StoredBulk bulk = new StoredBulk(store, kinds);

  private StoredInventory inventory(int ofAKind, int policies, long bytes) {
    return new StoredInventory(
        store,
        kinds,
        new Admission(Set.of("PodSecurityPolicy"), Set.of()),
        new Bounds(ofAKind, policies, bytes));
  }

  private void pods(int count) {
    for (int i = 0; i < count; i++) {
      bulk.put("pods/", POD, "shop", "p" + i, RUNS.formatted("n" + i));
    }
  }

  @Test
  void everythingIsReadUpToTheBound() {
    pods(3);
    Known all = inventory(3, 10, 1 << 20).now();
    assertThat(all.inventory().pods()).hasSize(3);
    assertThat(all.notes()).isEmpty();
  }

  @Test
  void whatIsBeyondTheNumberOfAKindIsSaidAndOtherKindsDoNotSuffer() {
    pods(4);
    bulk.put("serviceaccounts/", ACCOUNT, "shop", "a", "");
    Known some = inventory(3, 10, 1 << 20).now();
    assertThat(some.inventory().pods()).hasSize(3);
    assertThat(some.inventory().accounts()).containsExactly(new ServiceAccountName("shop", "a"));
    assertThat(some.notes())
        .containsExactly("there are more pods than are looked at: there may be other ways");
  }

  @Test
  void bytesAreBoundedOverAllKinds() {
    bulk.put("serviceaccounts/", ACCOUNT, "shop", "a", ",'x':'" + "x".repeat(2_000) + "'");
    pods(2);
    Known some = inventory(100, 10, 2_200).now();
    assertThat(some.inventory().accounts()).hasSize(1);
    assertThat(some.inventory().pods()).isEmpty();
    assertThat(some.notes())
        .contains("there are more pods than are looked at: there may be other ways");
  }

  /** However large they are: no more than their type is looked at. */
  @Test
  void secretsWithoutATokenCountForNothing() {
    bulk.put("secrets/", SECRET, "shop", "big", ",'type':'Opaque','x':'" + "x".repeat(5_000) + "'");
    bulk.put(
        "secrets/", SECRET, "shop", "unnamed", ",'type':'kubernetes.io/service-account-token'");
    Known all = inventory(10, 10, 3_000).now();
    assertThat(all.notes()).isEmpty();
    assertThat(all.inventory().tokens()).isEmpty();
  }

  @Test
  void tooManyPoliciesAreRefusedRatherThanHalfCompared() {
    for (int i = 0; i < 3; i++) {
      bulk.put("validatingwebhookconfigurations/", WEBHOOK, "", "w" + i, ",'webhooks':[]");
    }
    Set<String> wanted = Set.of("ValidatingWebhookConfiguration");
    assertThat(inventory(10, 3, 1 << 20).policies(wanted)).hasSize(3);
    assertThat(inventory(10, 2, 1 << 20).policies(Set.of("PodSecurityPolicy"))).isEmpty();
    for (StoredInventory bounded : List.of(inventory(10, 2, 1 << 20), inventory(10, 10, 300))) {
      assertThatThrownBy(() -> bounded.policies(wanted))
          .isInstanceOf(ApiException.class)
          .hasMessage(
              "there are more validatingwebhookconfigurations than can be compared with a change");
    }
  }

  /** Each object is read once; whatever is written between two questions counts at the second. */
  @Test
  void whatIsKeptFromEarlierQuestionsIsWhatReadingAllAnewTells() {
    StoredInventory kept = inventory(100, 10, 1 << 20);
    Random random = new Random(23);
    for (int i = 0; i < 100; i++) {
      String key = "pods/shop/p" + random.nextInt(5);
      Entry<StoredObject> there = store.snapshot().get(key);
      if (there != null) {
        store.delete(key, there.revision());
      }
      if (there == null || random.nextBoolean()) {
        bulk.put("pods/", POD, "shop", key.substring(10), RUNS.formatted("n" + i));
      }
      assertThat(kept.now().inventory()).isEqualTo(readAnew());
    }
  }

  private Inventory readAnew() {
    List<ObjectNode> trees = new ArrayList<>();
    store.snapshot().range("pods/", "").forEachRemaining(e -> trees.add(e.value().tree()));
    return InventoryReader.read(trees);
  }
}
