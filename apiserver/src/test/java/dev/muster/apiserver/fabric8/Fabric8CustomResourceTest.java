package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.RunningServer;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's own type: defined, created, and followed by an informer. */
class Fabric8CustomResourceTest {
  private static RunningServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = Fabric8.client(server);
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  /** What is wanted of a gadget. */
  public static final class GadgetSpec {
    public int size;
  }

  /** A type of somebody's own. */
  @Group("fabric.example.com")
  @Version("v1")
  public static final class Gadget extends CustomResource<GadgetSpec, Void> implements Namespaced {
    private static final long serialVersionUID = 1;
  }

  private static CustomResourceDefinition definition() {
    return new CustomResourceDefinitionBuilder()
        .withNewMetadata()
        .withName("gadgets.fabric.example.com")
        .endMetadata()
        .withNewSpec()
        .withGroup("fabric.example.com")
        .withScope("Namespaced")
        .withNewNames()
        .withPlural("gadgets")
        .withKind("Gadget")
        .endNames()
        .addNewVersion()
        .withName("v1")
        .withServed(true)
        .withStorage(true)
        .withNewSchema()
        .withNewOpenAPIV3Schema()
        .withType("object")
        .withXKubernetesPreserveUnknownFields(true)
        .endOpenAPIV3Schema()
        .endSchema()
        .endVersion()
        .endSpec()
        .build();
  }

  private static Gadget gadget(int size) {
    Gadget gadget = new Gadget();
    gadget.getMetadata().setName("g");
    gadget.getMetadata().setNamespace("default");
    GadgetSpec spec = new GadgetSpec();
    spec.size = size;
    gadget.setSpec(spec);
    return gadget;
  }

  @Test
  void anInformerHearsOfTypedObjects() throws InterruptedException {
    client.resource(definition()).create();
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    ResourceEventHandler<Gadget> handler =
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(Gadget added) {
            heard.add("add " + added.getSpec().size);
          }

          @Override
          public void onUpdate(Gadget old, Gadget changed) {
            heard.add("update " + old.getSpec().size + " " + changed.getSpec().size);
          }

          @Override
          public void onDelete(Gadget gone, boolean unknown) {
            heard.add("delete " + gone.getMetadata().getName());
          }
        };
    try (SharedIndexInformer<Gadget> informer =
        client.resources(Gadget.class).inNamespace("default").inform(handler)) {
      assertThat(informer.isRunning()).isTrue();
      client.resource(gadget(3)).create();
      assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("add 3");
      client
          .resources(Gadget.class)
          .inNamespace("default")
          .withName("g")
          .edit(
              current -> {
                current.getSpec().size = 4;
                return current;
              });
      assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("update 3 4");
      client.resources(Gadget.class).inNamespace("default").withName("g").delete();
      assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("delete g");
    }
  }
}
