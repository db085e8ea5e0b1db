package dev.muster.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** As an operator's developer would use it, with the client they know. */
@ExtendWith(MusterExtension.class)
class MusterExtensionTest {
  @Test
  void theAdministratorMayDoEverything(MusterCluster cluster) {
    try (KubernetesClient admin = client(cluster.kubeconfig())) {
      admin.configMaps().inNamespace("default").resource(configMap("settings")).create();
      assertThat(admin.configMaps().inNamespace("default").withName("settings").get().getData())
          .containsEntry("colour", "blue");
    }
  }

  @Test
  void aUserMayDoWhatItsBindingsGiveAndNoMore(MusterCluster cluster) {
    try (KubernetesClient admin = client(cluster.kubeconfig());
        KubernetesClient alice = client(cluster.kubeconfigOf("alice", "developers"))) {
      letDevelopersReadConfigMaps(admin);
      assertThat(alice.configMaps().inNamespace("default").list().getItems())
          .anyMatch(each -> each.getMetadata().getName().equals("kube-root-ca.crt"));
      assertThatThrownBy(
              () -> alice.configMaps().inNamespace("default").resource(configMap("mine")).create())
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("User \"alice\" cannot create resource \"configmaps\"");
    }
  }

  @Nested
  class InANestedClass {
    @Test
    void theClusterIsTheSame(MusterCluster cluster) {
      try (KubernetesClient admin = client(cluster.kubeconfig())) {
        assertThat(admin.namespaces().withName("kube-system").get()).isNotNull();
      }
    }
  }

  private static void letDevelopersReadConfigMaps(KubernetesClient admin) {
    admin
        .rbac()
        .roles()
        .inNamespace("default")
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withName("reader")
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources("configmaps")
                .withVerbs("get", "list", "watch")
                .endRule()
                .build())
        .create();
    admin
        .rbac()
        .roleBindings()
        .inNamespace("default")
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName("readers")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", "reader")
                .addNewSubject("rbac.authorization.k8s.io", "Group", "developers", null)
                .build())
        .create();
    admin
        .configMaps()
        .inNamespace("default")
        .withName("kube-root-ca.crt")
        .waitUntilCondition(found -> found != null, 20, TimeUnit.SECONDS);
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("colour", "blue")
        .build();
  }

  private static KubernetesClient client(String kubeconfig) {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
  }
}
