package dev.muster.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kinds;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys in etcd are kube-apiserver's. */
class RegistryKeysTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private final RegistryKeys keys = new RegistryKeys("/registry", KINDS);

  @ParameterizedTest
  @CsvSource({
    "pods/default/web, /registry/pods/default/web",
    "nodes/n1, /registry/minions/n1",
    "services/default/web, /registry/services/specs/default/web",
    "endpoints/default/web, /registry/services/endpoints/default/web",
    "replicationcontrollers/default/rc, /registry/controllers/default/rc",
    "ingresses/default/i, /registry/ingress/default/i",
    "leases/kube-node-lease/n1, /registry/leases/kube-node-lease/n1",
    "clusterroles/system:node, /registry/clusterroles/system:node",
    "apiservices/v1.apps, /registry/apiregistration.k8s.io/apiservices/v1.apps",
    "customresourcedefinitions/gears.example.com,"
        + " /registry/apiextensions.k8s.io/customresourcedefinitions/gears.example.com",
    "gears.example.com/default/small, /registry/example.com/gears/default/small",
    "gears.example.com/small, /registry/example.com/gears/small"
  })
  void anObjectIsKeptWhereKubernetesKeepsIt(String key, String path) {
    assertThat(keys.toStorage(key)).isEqualTo(path);
    assertThat(keys.fromStorage(path)).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/registry/ranges/serviceips",
        "/registry/masterleases/10.0.0.1",
        "/registry/health",
        "/registry/example.com/a.b/x",
        "/registry/example.com//x",
        "/registry/nodes/n1",
        "/registry/services/web",
        "/registry/",
        "/elsewhere/pods/default/web",
        "compact_rev_key",
        ""
      })
  void whatIsNotAnObjectOfOursIsLeftAlone(String path) {
    assertThat(keys.fromStorage(path)).isNull();
  }

  @Test
  void everyKindHasAPlaceOfItsOwn() {
    assertThat(KINDS.byStoragePrefix().keySet())
        .allSatisfy(
            bucket ->
                assertThat(keys.fromStorage(keys.toStorage(bucket + "/a/b")))
                    .isEqualTo(bucket + "/a/b"));
    assertThat(KINDS.byStoragePrefix().keySet().stream().map(b -> keys.toStorage(b + "/a")))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"registry,/registry/", "/registry/,/registry/", "//a/b,/a/b/", "/,/"})
  void thePrefixIsTakenAsItIsMeant(String given, String prefix) {
    assertThat(new RegistryKeys(given, KINDS).prefix()).isEqualTo(prefix);
  }

  @Property(tries = 500)
  void whateverStandsInEtcdIsReadBackToWhereItStands(@ForAll String rest) {
    String path = "/registry/" + rest;
    String key = keys.fromStorage(path);
    if (key != null) {
      assertThat(keys.toStorage(key)).isEqualTo(path);
    }
  }
}
