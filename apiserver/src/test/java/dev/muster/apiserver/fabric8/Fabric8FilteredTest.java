package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.ServerOfTheClass;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An informer over all namespaces, of somebody whose rights come and go one by one. */
class Fabric8FilteredTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  @BeforeAll
  static void fill() {
    create(
        RBAC + "/clusterroles",
        """
        {"metadata":{"name":"reader"},
         "rules":[{"apiGroups":[""],"resources":["configmaps"],"verbs":["list","watch"]}]}
        """);
    for (String namespace : List.of("one", "two")) {
      create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"%s\"}}".formatted(namespace));
      create(
          "/api/v1/namespaces/" + namespace + "/configmaps",
          "{\"metadata\":{\"name\":\"of-%s\"}}".formatted(namespace));
    }
  }

  private static void create(String path, String body) {
    Answer answer = SERVER.client().json("POST", path, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
  }

  private static void grant(String namespace, String user) {
    create(
        RBAC + "/namespaces/" + namespace + "/rolebindings",
        """
        {"metadata":{"name":"%1$s"},"roleRef":{"kind":"ClusterRole","name":"reader"},
         "subjects":[{"kind":"User","name":"%1$s"}]}
        """
            .formatted(user));
  }

  private static void revoke(String namespace, String user) {
    SERVER.client().delete(RBAC + "/namespaces/" + namespace + "/rolebindings/" + user);
  }

  private static final class Notes implements ResourceEventHandler<ConfigMap> {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public void onAdd(ConfigMap object) {
      lines.add("add " + object.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap old, ConfigMap object) {
      lines.add("update " + object.getMetadata().getName());
    }

    @Override
    public void onDelete(ConfigMap object, boolean finalStateUnknown) {
      lines.add("delete " + object.getMetadata().getName() + " " + finalStateUnknown);
    }

    String next() throws InterruptedException {
      String line = lines.poll(60, TimeUnit.SECONDS);
      return line == null ? "nothing within a minute" : line;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void survivesGrantAndRevocation(boolean plainHttp) throws Exception {
    String user = plainHttp ? "ann" : "bob";
    Config config = Config.fromKubeconfig(SERVER.running().kubeconfigFor(user, List.of("crew")));
    config.setMasterUrl(SERVER.running().url() + "/access.muster.dev/filter/");
    config.setOnlyHttpWatches(plainHttp);
    Notes notes = new Notes();
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
        SharedIndexInformer<ConfigMap> informer =
            client.configMaps().inAnyNamespace().inform(notes)) {
      assertThat(informer.hasSynced()).isTrue();
      grant("one", user);
      assertThat(notes.next()).isEqualTo("add of-one");
      grant("two", user);
      assertThat(notes.next()).isEqualTo("add of-two");
      revoke("one", user);
      // true, if a grant came between its list and its watch, and it had to list again
      assertThat(notes.next()).isIn("delete of-one false", "delete of-one true");
      assertThat(informer.getStore().listKeys()).containsExactly("two/of-two");
      grant("one", user);
      assertThat(notes.next()).isEqualTo("add of-one");
      create(
          "/api/v1/namespaces/two/configmaps", "{\"metadata\":{\"name\":\"%s\"}}".formatted(user));
      assertThat(notes.next()).as("it goes on").isEqualTo("add " + user);
    } finally {
      SERVER.client().delete("/api/v1/namespaces/two/configmaps/" + user);
    }
  }
}
