package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.ServerOfTheClass;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Informers: a list, then a watch from there, kept up to date. */
class Fabric8InformerTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static KubernetesClient client;

  @BeforeAll
  static void fill() {
    client = Fabric8.client(SERVER.running());
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  /** Writes down what it is told. */
  private static final class Notes implements ResourceEventHandler<ConfigMap> {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    @Override
    public void onAdd(ConfigMap object) {
      lines.add("add " + object.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap old, ConfigMap object) {
      lines.add(
          "update " + object.getMetadata().getName() + " " + old.getData() + object.getData());
    }

    @Override
    public void onDelete(ConfigMap object, boolean finalStateUnknown) {
      lines.add("delete " + object.getMetadata().getName());
    }

    String next() throws InterruptedException {
      String line = lines.poll(60, TimeUnit.SECONDS);
      return line == null ? "nothing within a minute" : line;
    }
  }

  private static void create(String name, String label) {
    client
        .configMaps()
        .inNamespace("default")
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("test", label)
                .endMetadata()
                .addToData("a", "1")
                .build())
        .create();
  }

  private static void relabel(String name, String label) {
    client
        .configMaps()
        .inNamespace("default")
        .withName(name)
        .edit(
            found ->
                new ConfigMapBuilder(found)
                    .editMetadata()
                    .addToLabels("test", label)
                    .endMetadata()
                    .build());
  }

  private static void setData(String name, String value) {
    client
        .configMaps()
        .inNamespace("default")
        .withName(name)
        .edit(found -> new ConfigMapBuilder(found).addToData("a", value).build());
  }

  @Test
  void seesWhatWasThereAndWhatComes() throws InterruptedException {
    create("before", "seen");
    Notes notes = new Notes();
    try (SharedIndexInformer<ConfigMap> informer =
        client.configMaps().inNamespace("default").withLabel("test", "seen").inform(notes)) {
      assertThat(notes.next()).isEqualTo("add before");
      create("later", "seen");
      assertThat(notes.next()).isEqualTo("add later");
      setData("later", "2");
      assertThat(notes.next()).isEqualTo("update later {a=1}{a=2}");
      client.configMaps().inNamespace("default").withName("before").delete();
      assertThat(notes.next()).isEqualTo("delete before");
      assertThat(informer.getStore().listKeys()).containsExactly("default/later");
    }
  }

  @Test
  void overPlainHttpToo() throws InterruptedException {
    create("plain", "plain");
    Notes notes = new Notes();
    try (KubernetesClient plain = Fabric8.httpWatching(SERVER.running());
        SharedIndexInformer<ConfigMap> informer =
            plain.configMaps().inNamespace("default").withLabel("test", "plain").inform(notes)) {
      assertThat(notes.next()).isEqualTo("add plain");
      setData("plain", "2");
      assertThat(notes.next()).isEqualTo("update plain {a=1}{a=2}");
      assertThat(informer.isWatching()).isTrue();
    }
  }

  @Test
  void aLabelThatChangesAddsAndDeletes() throws InterruptedException {
    create("stranger", "other");
    Notes notes = new Notes();
    try (SharedIndexInformer<ConfigMap> informer =
        client.configMaps().inNamespace("default").withLabel("test", "chosen").inform(notes)) {
      relabel("stranger", "chosen");
      assertThat(notes.next()).isEqualTo("add stranger");
      relabel("stranger", "other");
      assertThat(notes.next()).isEqualTo("delete stranger");
      assertThat(informer.hasSynced()).isTrue();
    }
  }

  @Test
  void aPlainWatchDeliversEventsInOrder() throws InterruptedException {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    Watcher<ConfigMap> watcher =
        new Watcher<>() {
          @Override
          public void eventReceived(Action action, ConfigMap object) {
            events.add(action + " " + object.getMetadata().getName());
          }

          @Override
          public void onClose(WatcherException cause) {
            events.add("closed by " + cause);
          }
        };
    try (Watch watch =
        client.configMaps().inNamespace("default").withLabel("test", "watched").watch(watcher)) {
      assertThat(watch).isNotNull();
      create("w", "watched");
      setData("w", "2");
      client.configMaps().inNamespace("default").withName("w").delete();
      assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("ADDED w");
      assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("MODIFIED w");
      assertThat(events.poll(60, TimeUnit.SECONDS)).isEqualTo("DELETED w");
    }
  }

  @Test
  void waitsUntilACondition() {
    create("waited", "waited");
    var done =
        client
            .configMaps()
            .inNamespace("default")
            .withName("waited")
            .informOnCondition(
                found -> found.stream().anyMatch(c -> "9".equals(c.getData().get("a"))));
    setData("waited", "9");
    assertThat(done.orTimeout(60, TimeUnit.SECONDS).join()).hasSize(1);
  }
}
