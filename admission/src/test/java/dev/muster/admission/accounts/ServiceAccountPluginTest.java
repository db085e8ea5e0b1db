package dev.muster.admission.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.User;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceAccountPluginTest {
  private static final String ACCOUNT =
      "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: ns}";
  private final MemoryCluster cluster = new MemoryCluster();
  private final ObjectWriter writer =
      new ObjectWriter(
          new AdmissionChain(List.of(new ServiceAccountPlugin(cluster))), User.of("alice"));

  private static ObjectNode pod(String spec) {
    return Objects.yaml(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns}, spec: {" + spec + "}}");
  }

  private static ObjectNode pod() {
    return pod("containers: [{name: c, image: i}]");
  }

  @Test
  void aPodRunsAsTheDefaultAccount() {
    cluster.with(ACCOUNT + "}");
    ObjectNode pod = writer.create(pod());
    assertThat(pod.at("/spec/serviceAccountName").asText()).isEqualTo("default");
    assertThat(pod.at("/spec/serviceAccount").asText()).isEqualTo("default");
  }

  @Test
  void mountsTheTokenAuthorityAndNamespaceInEveryContainer() {
    cluster.with(ACCOUNT + "}");
    ObjectNode pod =
        writer.create(
            pod("initContainers: [{name: i, image: i}], containers: [{name: c, image: i}]"));
    String name = pod.at("/spec/volumes/0/name").asText();
    assertThat(name).matches("kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}");
    assertThat(pod.at("/spec/volumes/0/projected").toString())
        .isEqualTo(
            "{\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":3607,\"path\":\"token\"}},"
                + "{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":\"ca.crt\",\"path\":\"ca.crt\"}]}},"
                + "{\"downwardAPI\":{\"items\":[{\"path\":\"namespace\",\"fieldRef\":{\"apiVersion\":\"v1\",\"fieldPath\":\"metadata.namespace\"}}]}}],"
                + "\"defaultMode\":420}");
    String mount =
        "[{\"name\":\""
            + name
            + "\",\"readOnly\":true,\"mountPath\":\"/var/run/secrets/kubernetes.io/serviceaccount\"}]";
    assertThat(pod.at("/spec/containers/0/volumeMounts").toString()).isEqualTo(mount);
    assertThat(pod.at("/spec/initContainers/0/volumeMounts").toString()).isEqualTo(mount);
  }

  @Test
  void leavesAContainerAloneThatHasSomethingAtTheTokensPlace() {
    cluster.with(ACCOUNT + "}");
    ObjectNode pod =
        writer.create(
            pod(
                "volumes: [{name: v, emptyDir: {}}], containers: [{name: c, image: i, volumeMounts:"
                    + " [{name: v, mountPath: /var/run/secrets/kubernetes.io/serviceaccount}]}]"));
    assertThat(pod.at("/spec/volumes")).hasSize(1);
    assertThat(pod.at("/spec/containers/0/volumeMounts")).hasSize(1);
  }

  @ParameterizedTest(name = "account says {0}, pod says {1}")
  @CsvSource({
    "'', '', true",
    "false, '', false",
    "false, true, true",
    "true, false, false",
    "'', false, false"
  })
  void thePodsWishForATokenComesBeforeItsAccounts(String account, String pod, boolean mounted) {
    cluster.with(
        ACCOUNT + (account.isEmpty() ? "}" : ", automountServiceAccountToken: " + account + "}"));
    ObjectNode stored =
        writer.create(
            pod(
                "containers: [{name: c, image: i}]"
                    + (pod.isEmpty() ? "" : ", automountServiceAccountToken: " + pod)));
    assertThat(stored.at("/spec").has("volumes")).isEqualTo(mounted);
  }

  @Test
  void pullSecretsComeFromTheAccountUnlessThePodHasItsOwn() {
    cluster.with(ACCOUNT + ", imagePullSecrets: [{name: registry}]}");
    assertThat(writer.create(pod()).at("/spec/imagePullSecrets/0/name").asText())
        .isEqualTo("registry");
    assertThat(
            writer
                .create(pod("imagePullSecrets: [{name: own}], containers: [{name: c, image: i}]"))
                .at("/spec/imagePullSecrets")
                .toString())
        .isEqualTo("[{\"name\":\"own\"}]");
  }

  @Test
  void refusesAPodWhoseAccountIsMissing() {
    assertThatThrownBy(
            () ->
                writer.create(pod("serviceAccountName: robot, containers: [{name: c, image: i}]")))
        .hasMessage(
            "pods \"p\" is forbidden: error looking up service account ns/robot: serviceaccount"
                + " \"robot\" not found");
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "volumes: [{name: v, secret: {secretName: other}}]"
            + "|volume with secret.secretName=\"other\" is not allowed because service account"
            + " default does not reference that secret",
        "initContainers: [{name: i, image: i, env: [{name: A, valueFrom: {secretKeyRef: {name: other, key: k}}}]}]"
            + "|init container i with envVar A referencing secret.secretName=\"other\" is not"
            + " allowed because service account default does not reference that secret",
        "initContainers: [{name: i, image: i, envFrom: [{secretRef: {name: other}}]}]"
            + "|init container i with envFrom referencing secret.secretName=\"other\" is not"
            + " allowed because service account default does not reference that secret",
        "imagePullSecrets: [{name: other}]"
            + "|imagePullSecrets[0].name=\"other\" is not allowed because service account default"
            + " does not reference that imagePullSecret",
      })
  void anAccountMayLimitTheSecretsOfItsPods(String spec, String fault) {
    cluster.with(
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: ns,"
            + " annotations: {kubernetes.io/enforce-mountable-secrets: 'true'}}, secrets: [{name:"
            + " mine}]}");
    assertThatThrownBy(() -> writer.create(pod(spec + ", containers: [{name: c, image: i}]")))
        .hasMessage("pods \"p\" is forbidden: " + fault);
    assertThat(
            writer.create(
                pod(
                    "volumes: [{name: v, secret: {secretName: mine}}], containers: [{name: c,"
                        + " image: i}]")))
        .isNotNull();
  }

  @Test
  void limitsTheSecretsOfEphemeralContainersToo() {
    cluster.with(
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: ns,"
            + " annotations: {kubernetes.io/enforce-mountable-secrets: 'true'}}}");
    ObjectNode pod = writer.create(pod());
    ObjectNode debugged = pod.deepCopy();
    ((ObjectNode) debugged.get("spec"))
        .putArray("ephemeralContainers")
        .addObject()
        .put("name", "d")
        .put("image", "i")
        .put("imagePullPolicy", "Always")
        .put("terminationMessagePolicy", "File")
        .putArray("envFrom")
        .addObject()
        .putObject("secretRef")
        .put("name", "other");
    assertThatThrownBy(() -> writer.update("ephemeralcontainers", debugged, pod))
        .hasMessage(
            "pods \"p\" is forbidden: ephemeral container d with envFrom referencing"
                + " secret.secretName=\"other\" is not allowed because service account default does"
                + " not reference that secret");
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "serviceAccountName: robot|a mirror pod may not reference service accounts",
        "volumes: [{name: v, secret: {secretName: s}}]|a mirror pod may not reference secrets",
        "imagePullSecrets: [{name: s}]|a mirror pod may not reference secrets",
        "volumes: [{name: v, projected: {sources: [{secret: {name: s}}]}}]"
            + "|a mirror pod may not reference secrets",
        "volumes: [{name: v, projected: {sources: [{serviceAccountToken: {path: t}}]}}]"
            + "|a mirror pod may not use ServiceAccountToken volume projections",
      })
  void mirrorPodsHaveNoAccountAndNoSecrets(String spec, String fault) {
    assertThatThrownBy(() -> writer.create(mirror(spec + ", ")))
        .hasMessage("pods \"p\" is forbidden: " + fault);
  }

  @Test
  void mirrorPodsStayAsTheyAre() {
    ObjectNode pod = writer.create(mirror(""));
    assertThat(pod.get("spec").has("serviceAccountName")).isFalse();
    assertThat(pod.get("spec").has("volumes")).isFalse();
  }

  private static ObjectNode mirror(String spec) {
    return Objects.yaml(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: ns, annotations:"
            + " {kubernetes.io/config.mirror: x}}, spec: {"
            + spec
            + "nodeName: node, containers: [{name: c, image: i}]}}");
  }
}
