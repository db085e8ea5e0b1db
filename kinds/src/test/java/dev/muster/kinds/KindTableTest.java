package dev.muster.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import org.junit.jupiter.api.Test;

class KindTableTest {
  private final Kinds kinds = KubernetesKinds.kinds();

  @Test
  void everyKindHasATypeTableAndAUniqueResource() {
    assertThat(kinds.all()).hasSizeGreaterThan(60);
    assertThat(kinds.all())
        .extracting(k -> k.apiVersion() + "/" + k.plural())
        .doesNotHaveDuplicates();
    assertThat(kinds.all())
        .allSatisfy(k -> assertThat(k.type().field("metadata")).as(k.kind()).isNotNull());
  }

  @Test
  void findsAKindByResourceAndByName() {
    assertThat(kinds.byResource("v1", "endpoints").map(Kind::kind)).contains("Endpoints");
    assertThat(kinds.byKind("networking.k8s.io/v1", "Ingress").map(Kind::plural))
        .contains("ingresses");
    assertThat(kinds.byResource("v1", "nothing")).isEmpty();
  }
}
