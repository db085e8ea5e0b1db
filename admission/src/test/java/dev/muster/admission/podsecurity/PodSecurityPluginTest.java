package dev.muster.admission.podsecurity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.User;
import dev.muster.kinds.features.KubeVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodSecurityPluginTest {
  private final MemoryCluster cluster = new MemoryCluster();
  private final List<String> audited = new ArrayList<>();
  private final ObjectWriter writer =
      new ObjectWriter(
          new AdmissionChain(
              List.of(
                  new PodSecurityPlugin(
                      cluster, KubeVersion.CURRENT, (r, k, v) -> audited.add(k + " " + v)))),
          User.of("alice"));

  private static ObjectNode namespace(String labels) {
    return Objects.yaml(
        "{apiVersion: v1, kind: Namespace, metadata: {name: ns, labels: {" + labels + "}}}");
  }

  private static ObjectNode pod(String name, String container) {
    return Objects.yaml(
        "{apiVersion: v1, kind: Pod, metadata: {name: "
            + name
            + ", namespace: ns}, spec: {containers: [{name: c, image: i, "
            + container
            + "}]}}");
  }

  private static final String PRIVILEGED = "securityContext: {privileged: true}";

  @Test
  void withoutLabelsEverythingIsAdmitted() {
    cluster.with(namespace(""));
    writer.create(pod("p", PRIVILEGED));
    assertThat(writer.warnings()).isEmpty();
  }

  @Test
  void refusesWhatTheEnforcedStandardForbids() {
    cluster.with(namespace("pod-security.kubernetes.io/enforce: baseline"));
    assertThatThrownBy(() -> writer.create(pod("p", PRIVILEGED)))
        .hasMessage(
            "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": privileged"
                + " (container \"c\" must not set securityContext.privileged=true)");
  }

  @Test
  void aPinnedVersionIsNamed() {
    cluster.with(
        namespace(
            "pod-security.kubernetes.io/enforce: baseline,"
                + " pod-security.kubernetes.io/enforce-version: v1.28"));
    assertThatThrownBy(() -> writer.create(pod("p", PRIVILEGED)))
        .hasMessageContaining("violates PodSecurity \"baseline:v1.28\"");
  }

  @Test
  void warnsOfWhatTheWarnedStandardForbids() {
    cluster.with(
        namespace(
            "pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/warn:"
                + " restricted"));
    writer.create(pod("p", "securityContext: {runAsNonRoot: true}"));
    assertThat(writer.warnings())
        .containsExactly(
            "would violate PodSecurity \"restricted:latest\": allowPrivilegeEscalation != false"
                + " (container \"c\" must set securityContext.allowPrivilegeEscalation=false),"
                + " unrestricted capabilities (container \"c\" must set"
                + " securityContext.capabilities.drop=[\"ALL\"]), seccompProfile (pod or container"
                + " \"c\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                + " \"Localhost\")");
  }

  @Test
  void auditsWhatTheAuditedStandardForbids() {
    cluster.with(namespace("pod-security.kubernetes.io/audit: baseline"));
    writer.create(pod("p", PRIVILEGED));
    assertThat(writer.warnings()).isEmpty();
    assertThat(audited)
        .containsExactly(
            "pod-security.kubernetes.io/enforce-policy privileged:latest",
            "pod-security.kubernetes.io/audit-violations would violate PodSecurity"
                + " \"baseline:latest\": privileged (container \"c\" must not set"
                + " securityContext.privileged=true)");
  }

  @Test
  void auditsTheEnforcedStandardAndLabelsThatMakeNoSense() {
    cluster.with(namespace("pod-security.kubernetes.io/enforce: baseline"));
    writer.create(pod("p", ""));
    cluster.with(namespace("pod-security.kubernetes.io/warn: strict"));
    writer.create(pod("q", ""));
    assertThat(audited)
        .containsExactly(
            "pod-security.kubernetes.io/enforce-policy baseline:latest",
            "pod-security.kubernetes.io/enforce-policy privileged:latest",
            "pod-security.kubernetes.io/error Failed to parse policy:"
                + " metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: \"strict\":"
                + " must be one of privileged, baseline, restricted");
  }

  @Test
  void templatesAreWarnedAboutButAdmitted() {
    cluster.with(
        namespace(
            "pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/warn:"
                + " baseline"));
    writer.create(
        Objects.yaml(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: ns}, spec:"
                + " {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec:"
                + " {containers: [{name: c, image: i, securityContext: {privileged: true}}]}}}}"));
    assertThat(writer.warnings())
        .containsExactly(
            "would violate PodSecurity \"baseline:latest\": privileged (container \"c\" must not"
                + " set securityContext.privileged=true)");
  }

  @Test
  void anUpdateThatChangesNothingOfWeightIsNotChecked() {
    cluster.with(namespace("pod-security.kubernetes.io/enforce: baseline"));
    ObjectNode old = pod("p", PRIVILEGED);
    ObjectNode labelled = old.deepCopy();
    labelled.withObject("metadata").putObject("labels").put("a", "b");
    writer.update("", labelled, old);
    ObjectNode other = old.deepCopy();
    ((ObjectNode) other.at("/spec/containers/0")).put("image", "j");
    assertThatThrownBy(() -> writer.update("", other, old))
        .hasMessageContaining("violates PodSecurity \"baseline:latest\"");
  }

  @Test
  void ephemeralContainersAreChecked() {
    cluster.with(namespace("pod-security.kubernetes.io/enforce: baseline"));
    ObjectNode old = pod("p", "");
    ObjectNode debugged = old.deepCopy();
    ObjectNode container =
        ((ObjectNode) debugged.get("spec")).putArray("ephemeralContainers").addObject();
    container
        .put("name", "d")
        .put("image", "i")
        .put("imagePullPolicy", "Always")
        .put("terminationMessagePolicy", "File");
    container.putObject("securityContext").put("privileged", true);
    assertThatThrownBy(() -> writer.update("ephemeralcontainers", debugged, old))
        .hasMessageContaining("privileged (container \"d\" must not set");
  }

  @Test
  void labelsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(
            () ->
                writer.create(
                    namespace(
                        "pod-security.kubernetes.io/enforce: strict,"
                            + " pod-security.kubernetes.io/warn-version: '1.2'")))
        .hasMessage(
            "Namespace \"ns\" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]:"
                + " Invalid value: \"strict\": must be one of privileged, baseline, restricted,"
                + " metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value:"
                + " \"1.2\": must be \"latest\" or \"v1.x\"]");
  }

  @Test
  void aNewLabelWarnsOfThePodsItWouldRefuse() {
    cluster
        .with(pod("b", PRIVILEGED))
        .with(pod("a", PRIVILEGED))
        .with(pod("net", "ports: [{containerPort: 1, hostPort: 1}]"))
        .with(pod("fine", ""));
    writer.update("", namespace("pod-security.kubernetes.io/enforce: baseline"), namespace(""));
    assertThat(writer.warnings())
        .containsExactly(
            "existing pods in namespace \"ns\" violate the new PodSecurity enforce level"
                + " \"baseline:latest\"",
            "a (and 1 other pod): privileged",
            "net: hostPort");
  }

  @Test
  void aLaxerLabelWarnsOfNothing() {
    cluster.with(pod("b", PRIVILEGED));
    writer.update(
        "",
        namespace("pod-security.kubernetes.io/enforce: baseline"),
        namespace("pod-security.kubernetes.io/enforce: restricted"));
    assertThat(writer.warnings()).isEmpty();
  }
}
