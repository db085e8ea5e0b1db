package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.server.EncodedDraft;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VisibleByQuestionsTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Kind KIND = KINDS.byResource("v1", "configmaps").orElseThrow();
  private static final Attributes LIST =
      Attributes.resource(User.of("ann"), "list", "", "v1", "configmaps", "", "", "");

  private final Store<StoredObject> store = EmbeddedStore.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private void put(String namespace, String name) {
    String key = KIND.key(namespace, name);
    byte[] json =
        """
        {"kind":"ConfigMap","apiVersion":"v1",\
        "metadata":{"name":"%s","namespace":"%s","resourceVersion":""}}"""
            .formatted(name, namespace)
            .getBytes(StandardCharsets.UTF_8);
    store.put(key, new EncodedDraft(new StoredObjectCodec(KINDS), key, json), 0);
  }

  private Iterator<Entry<StoredObject>> seen(Authorizer authorizer) {
    RequestInfo info = RequestInfo.of("GET", "/api/v1/configmaps", Query.parse(""));
    return new VisibleByQuestions(authorizer, LIST, VisibleObjects.NONE)
        .range(store.snapshot(), ResourceTarget.of(info, KIND, KIND), "");
  }

  private static void drain(Iterator<Entry<StoredObject>> entries) {
    entries.forEachRemaining(entry -> assertThat(entry.key()).isNotEmpty());
  }

  @Test
  void asksOnceForANamespace() {
    put("a", "one");
    put("a", "two");
    int[] asked = new int[1];
    drain(
        seen(
            request -> {
              asked[0]++;
              return Decision.NoOpinion.SILENT;
            }));
    assertThat(asked[0]).isEqualTo(1);
  }

  /** To leave out what nobody could decide about would look like a deletion. */
  @Test
  void failsIfAQuestionIsNotDecided() {
    put("a", "one");
    Decision undecided = new Decision.NoOpinion("", List.of("the webhook is away"));
    assertThatThrownBy(() -> drain(seen(request -> undecided)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("the webhook is away");
  }

  @Test
  void asksOnlySoOften() {
    for (int i = 0; i <= VisibleByQuestions.MOST_QUESTIONS; i++) {
      put("n" + i, "one");
    }
    assertThatThrownBy(() -> drain(seen(request -> Decision.NoOpinion.SILENT)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("more than 1000 questions to the authorizers would be needed");
  }
}
