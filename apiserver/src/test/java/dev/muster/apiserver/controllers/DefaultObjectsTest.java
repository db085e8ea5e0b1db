package dev.muster.apiserver.controllers;

import static dev.muster.apiserver.controllers.LiveCluster.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultObjectsTest {
  private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

  private LiveCluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    cluster = new LiveCluster(directory, "*");
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  void theDefaultServiceAccountComesBack() {
    String uid = cluster.awaitPresent(ACCOUNTS, "default").path("metadata").path("uid").asText();
    JsonNode unused = cluster.ask("DELETE", ACCOUNTS + "/default", "");
    cluster.await(
        ACCOUNTS,
        "default",
        account ->
            !account.isMissingNode() && !account.path("metadata").path("uid").asText().equals(uid));
  }

  @Test
  void theRootCertificateComesBackAndIsPutRight() {
    JsonNode first = cluster.awaitPresent(MAPS, "kube-root-ca.crt");
    String pem = first.path("data").path("ca.crt").asText();
    assertThat(pem).startsWith("-----BEGIN CERTIFICATE-----");
    JsonNode unused = cluster.ask("DELETE", MAPS + "/kube-root-ca.crt", "");
    cluster.awaitPresent(MAPS, "kube-root-ca.crt");
    unused =
        cluster.ask(
            "PUT",
            MAPS + "/kube-root-ca.crt",
            object("v1", "ConfigMap", "kube-root-ca.crt", "", ",\"data\":{\"ca.crt\":\"other\"}"));
    cluster.await(
        MAPS, "kube-root-ca.crt", map -> map.path("data").path("ca.crt").asText().equals(pem));
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "edit", "view"})
  void theUserFacingRolesAreFilled(String name) {
    JsonNode role = cluster.await(ROLES, name, object -> object.path("rules").size() > 5);
    assertThat(role.path("aggregationRule").path("clusterRoleSelectors")).isNotEmpty();
  }

  @Test
  void anAggregateFollowsTheRolesItSelects() {
    String version = "rbac.authorization.k8s.io/v1";
    JsonNode unused =
        cluster.ask(
            "POST",
            ROLES,
            object(
                version,
                "ClusterRole",
                "sum",
                "",
                ",\"aggregationRule\":{\"clusterRoleSelectors\":"
                    + "[{\"matchLabels\":{\"part\":\"of-sum\"}}]}"));
    String label = ",\"labels\":{\"part\":\"of-sum\"}";
    String rule = ",\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"%s\"]}]";
    unused =
        cluster.ask(
            "POST", ROLES, object(version, "ClusterRole", "part-b", label, rule.formatted("get")));
    cluster.await(ROLES, "sum", role -> role.path("rules").size() == 1);
    unused =
        cluster.ask(
            "POST", ROLES, object(version, "ClusterRole", "part-a", label, rule.formatted("list")));
    JsonNode sum = cluster.await(ROLES, "sum", role -> role.path("rules").size() == 2);
    assertThat(sum.at("/rules/0/verbs/0").asText()).isEqualTo("list");
    assertThat(sum.at("/rules/1/verbs/0").asText()).isEqualTo("get");
    unused = cluster.ask("DELETE", ROLES + "/part-b", "");
    cluster.await(ROLES, "sum", role -> role.path("rules").size() == 1);
    unused = cluster.ask("DELETE", ROLES + "/part-a", "");
    cluster.await(ROLES, "sum", role -> role.path("rules").isEmpty());
  }

  @Test
  void unknownControllersAreRefused(@TempDir Path directory) {
    assertThatThrownBy(() -> new LiveCluster(directory, "*", "-namespaces").close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "--controllers: \"namespaces\" is not in the list of known controllers: choose from *,");
  }

  @Test
  void aDeletedVolumeStaysWhileItIsBound() {
    String volumes = "/api/v1/persistentvolumes";
    JsonNode unused =
        cluster.ask(
            "POST",
            volumes,
            object(
                "v1",
                "PersistentVolume",
                "disk",
                "",
                ",\"spec\":{\"capacity\":{\"storage\":\"1Gi\"},\"accessModes\":[\"ReadWriteOnce\"],\"hostPath\":{\"path\":\"/d\"}}"));
    phase(volumes + "/disk", "Bound");
    unused = cluster.ask("DELETE", volumes + "/disk", "");
    cluster.await(volumes, "disk", volume -> volume.path("metadata").has("deletionTimestamp"));
    phase(volumes + "/disk", "Released");
    cluster.await(volumes, "disk", JsonNode::isMissingNode);
  }

  @Test
  void aDeletedClaimStaysWhileAPodOnANodeHasIt() {
    String claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    String pods = "/api/v1/namespaces/default/pods";
    JsonNode unused =
        cluster.ask(
            "POST",
            claims,
            object(
                "v1",
                "PersistentVolumeClaim",
                "data",
                "",
                ",\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}"));
    unused =
        cluster.ask(
            "POST",
            pods,
            object(
                "v1",
                "Pod",
                "user",
                "",
                ",\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],\"volumes\":[{\"name\":\"v\",\"persistentVolumeClaim\":{\"claimName\":\"data\"}}]}"));
    unused = cluster.ask("DELETE", claims + "/data", "");
    cluster.await(claims, "data", claim -> claim.path("metadata").has("deletionTimestamp"));
    unused = cluster.ask("DELETE", pods + "/user?gracePeriodSeconds=0", "");
    cluster.await(claims, "data", JsonNode::isMissingNode);
  }

  private void phase(String path, String phase) {
    ObjectNode object = (ObjectNode) cluster.get(path);
    object.withObject("status").put("phase", phase);
    JsonNode unused = cluster.ask("PUT", path + "/status", object.toString());
  }
}
