package com.example.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.muster.junit.*;
import io.fabric8.kubernetes.api.model.*;
import io.fabric8.kubernetes.client.*;
import io.fabric8.kubernetes.client.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MusterExtension.class)
class MyOperatorTest {
  private final ConfigMap map =
      new ConfigMapBuilder().withNewMetadata().withName("settings").endMetadata().build();

  @Test
  void theAdministratorCreatesConfigMaps(MusterCluster cluster) {
    try (KubernetesClient admin = client(cluster.kubeconfig())) {
      var made = admin.configMaps().inNamespace("default").resource(map).create();
      assertNotNull(made.getMetadata().getUid());
    }
  }

  @Test
  void aDeveloperMayNotCreateConfigMaps(MusterCluster cluster) {
    try (KubernetesClient alice = client(cluster.kubeconfigOf("alice", "developers"))) {
      var refused =
          assertThrows(
              KubernetesClientException.class,
              () -> alice.configMaps().inNamespace("default").resource(map).create());
      assertEquals(403, refused.getCode());
    }
  }

  private static KubernetesClient client(String kubeconfig) {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
  }
}
