package dev.muster.apiserver.fabric8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.running.RunningServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Create, read, change, list and delete with typed objects. */
@Timeout(120)
class Fabric8CrudTest {
  private static final String NAMESPACE = "crud";

  private static RunningServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = Fabric8.client(server);
    client
        .namespaces()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> configMaps() {
    return client.configMaps().inNamespace(NAMESPACE);
  }

  private static ConfigMap create(String name, Map<String, String> data) {
    return configMaps()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("case", name.replaceAll("\\d", ""))
                .endMetadata()
                .withData(data)
                .build())
        .create();
  }

  @Test
  void aConfigMapLivesItsLife() {
    ConfigMap created = create("life", Map.of("a", "1"));
    assertThat(created.getMetadata().getUid()).isNotEmpty();
    ConfigMap edited =
        configMaps()
            .withName("life")
            .edit(found -> new ConfigMapBuilder(found).addToData("b", "2").build());
    assertThat(edited.getData()).containsExactlyInAnyOrderEntriesOf(Map.of("a", "1", "b", "2"));
    assertThat(configMaps().withName("life").get()).isEqualTo(edited);
    assertThat(configMaps().withName("life").delete()).hasSize(1);
    assertThat(configMaps().withName("life").get()).isNull();
  }

  @Test
  void aPodGetsItsDefaults() {
    Pod pod =
        client
            .pods()
            .inNamespace(NAMESPACE)
            .resource(
                new PodBuilder()
                    .withNewMetadata()
                    .withGenerateName("web-")
                    .endMetadata()
                    .withNewSpec()
                    .addNewContainer()
                    .withName("c")
                    .withImage("nginx")
                    .endContainer()
                    .endSpec()
                    .build())
            .create();
    assertThat(pod.getMetadata().getName()).matches("web-[a-z0-9]{5}");
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Always");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(pod.getStatus().getQosClass()).isEqualTo("BestEffort");
  }

  @Test
  void aSecretKeepsBytesAndText() {
    Secret secret =
        client
            .secrets()
            .inNamespace(NAMESPACE)
            .resource(
                new SecretBuilder()
                    .withNewMetadata()
                    .withName("s")
                    .endMetadata()
                    .addToStringData("text", "hi")
                    .addToData("bytes", "AAE=")
                    .build())
            .create();
    assertThat(secret.getType()).isEqualTo("Opaque");
    assertThat(secret.getData())
        .containsExactlyInAnyOrderEntriesOf(Map.of("text", "aGk=", "bytes", "AAE="));
  }

  @Test
  void aRole() {
    Role role =
        client
            .rbac()
            .roles()
            .inNamespace(NAMESPACE)
            .resource(
                new RoleBuilder()
                    .withNewMetadata()
                    .withName("reader")
                    .endMetadata()
                    .addNewRule()
                    .addToApiGroups("")
                    .addToResources("pods")
                    .addToVerbs("get")
                    .endRule()
                    .build())
            .create();
    assertThat(client.rbac().roles().inNamespace(NAMESPACE).withName("reader").get())
        .isEqualTo(role);
  }

  @Test
  void aDeploymentScales() {
    client.apps().deployments().inNamespace(NAMESPACE).resource(deployment("scaled")).create();
    assertThat(
            client
                .apps()
                .deployments()
                .inNamespace(NAMESPACE)
                .withName("scaled")
                .scale(3)
                .getSpec()
                .getReplicas())
        .isEqualTo(3);
  }

  private static Deployment deployment(String name) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .addToMatchLabels("app", name)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("i")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void aChangeOfAnOldVersionIsAConflict() {
    ConfigMap old = create("locked", Map.of("a", "1"));
    configMaps()
        .withName("locked")
        .edit(found -> new ConfigMapBuilder(found).addToData("a", "2").build());
    assertThatThrownBy(
            () ->
                configMaps()
                    .resource(new ConfigMapBuilder(old).addToData("a", "3").build())
                    .lockResourceVersion()
                    .update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refusal -> {
              assertThat(refusal.getCode()).isEqualTo(409);
              assertThat(refusal.getStatus().getReason()).isEqualTo("Conflict");
            });
    assertThat(configMaps().withName("locked").get().getData()).containsEntry("a", "2");
  }

  @Test
  void patchesOfAllTypes() {
    create("patched", Map.of("a", "1", "b", "2"));
    Resource<ConfigMap> patched = configMaps().withName("patched");
    patched.patch(
        PatchContext.of(PatchType.JSON),
        "[{\"op\":\"replace\",\"path\":\"/data/a\",\"value\":\"json\"}]");
    patched.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"b\":null}}");
    patched.patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"c\":\"strategic\"}}");
    assertThat(patched.get().getData())
        .containsExactlyInAnyOrderEntriesOf(Map.of("a", "json", "c", "strategic"));
  }

  @Test
  void serverSideApplyConflictsUnlessForced() {
    ConfigMap mine = applied("mine");
    configMaps().resource(mine).fieldManager("one").serverSideApply();
    ConfigMap theirs = applied("theirs");
    assertThatThrownBy(() -> configMaps().resource(theirs).fieldManager("two").serverSideApply())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refusal -> assertThat(refusal.getCode()).isEqualTo(409));
    ConfigMap forced =
        configMaps().resource(theirs).fieldManager("two").forceConflicts().serverSideApply();
    assertThat(forced.getData()).containsExactly(Map.entry("colour", "theirs"));
    assertThat(forced.getMetadata().getManagedFields())
        .extracting(entry -> entry.getManager() + " " + entry.getOperation())
        .containsExactly("two Apply");
  }

  private static ConfigMap applied(String colour) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("applied")
        .endMetadata()
        .addToData("colour", colour)
        .build();
  }

  @Test
  void pages() {
    for (int i = 1; i <= 5; i++) {
      create("page" + i, Map.of());
    }
    List<String> names = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String next = null;
    do {
      ConfigMapList page =
          configMaps()
              .withLabel("case", "page")
              .list(new ListOptionsBuilder().withLimit(2L).withContinue(next).build());
      page.getItems().forEach(item -> names.add(item.getMetadata().getName()));
      sizes.add(page.getItems().size());
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    assertThat(names).containsExactly("page1", "page2", "page3", "page4", "page5");
    assertThat(sizes).containsExactly(2, 2, 1);
  }

  @Test
  void deletesByLabel() {
    create("swept1", Map.of());
    create("swept2", Map.of());
    configMaps().withLabel("case", "swept").delete();
    assertThat(configMaps().withLabel("case", "swept").list().getItems()).isEmpty();
  }

  @Test
  void deletionWithAFinalizerWaitsForIt() {
    create("held", Map.of());
    configMaps()
        .withName("held")
        .edit(
            found ->
                new ConfigMapBuilder(found)
                    .editMetadata()
                    .addToFinalizers("example.com/hold")
                    .endMetadata()
                    .build());
    configMaps().withName("held").withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    assertThat(configMaps().withName("held").get().getMetadata().getDeletionTimestamp())
        .isNotNull();
    configMaps()
        .withName("held")
        .edit(
            found ->
                new ConfigMapBuilder(found).editMetadata().withFinalizers().endMetadata().build());
    assertThat(configMaps().withName("held").get()).isNull();
  }

  @Test
  void aPodIsDeletedAtOnceWithoutGrace() {
    client
        .pods()
        .inNamespace(NAMESPACE)
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("brief")
                .endMetadata()
                .withNewSpec()
                .withNodeName("somewhere")
                .addNewContainer()
                .withName("c")
                .withImage("nginx")
                .endContainer()
                .endSpec()
                .build())
        .create();
    client.pods().inNamespace(NAMESPACE).withName("brief").delete();
    assertThat(
            client
                .pods()
                .inNamespace(NAMESPACE)
                .withName("brief")
                .get()
                .getMetadata()
                .getDeletionGracePeriodSeconds())
        .isEqualTo(30);
    client.pods().inNamespace(NAMESPACE).withName("brief").withGracePeriod(0).delete();
    assertThat(client.pods().inNamespace(NAMESPACE).withName("brief").get()).isNull();
  }

  @Test
  void anInvalidObjectIsRefusedWithItsCauses() {
    assertThatThrownBy(() -> create("Not A Name", Map.of()))
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refusal -> {
              assertThat(refusal.getCode()).isEqualTo(422);
              assertThat(refusal.getStatus().getDetails().getCauses())
                  .extracting(cause -> cause.getField())
                  .contains("metadata.name");
            });
  }
}
