package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundles that runtimes would be given, checked against the OCI specification's schema. */
class RuntimeSpecTest {
  private static final Path EXAMPLE = Path.of("../examples/gmsa");

  @TempDir static Path directory;

  @BeforeAll
  static void images() throws IOException {
    HostTools.build(ImageStore.open(directory.resolve("images")));
  }

  private static SpecRun spec(String... arguments) {
    return SpecRun.of(directory.resolve("images"), arguments);
  }

  private static Path file(String name, String yaml) throws IOException {
    return Files.writeString(directory.resolve(name), yaml);
  }

  @Test
  void ofTheExampleIsForWindowsAndHasItsAccount() throws IOException {
    JsonNode config = spec("-f", EXAMPLE.toString()).config();
    assertThat(config.at("/windows/credentialSpec/DomainJoinConfig/MachineAccountName").asText())
        .isEqualTo("WebApplication1");
    assertThat(config.at("/process/args").toString())
        .isEqualTo("[\"C:\\\\ServiceMonitor.exe\",\"w3svc\"]");
    assertThat(config.at("/mounts").toString())
        .isEqualTo(
            "[{\"destination\":\"C:\\\\dev\\\\termination-log\",\"source\":"
                + "\"C:\\\\var\\\\lib\\\\muster\\\\node\\\\pods\\\\00000000-0000-0000-0000-000000000000"
                + "\\\\containers\\\\iis\\\\00000000\",\"options\":[\"rw\"]}]");
    assertThat(config.has("linux")).isFalse();
  }

  @Test
  void aNamedSpecIsTakenFromTheFilesToo() throws IOException {
    String credspec =
        ManifestFiles.read(List.of(EXAMPLE.resolve("credential-spec.yaml")))
            .getFirst()
            .at("/data/gmsa-cred-spec")
            .asText()
            .replace("\n", " ");
    Path all =
        file(
            "named.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: modern}
            spec:
              securityContext: {windowsOptions: {gmsaCredentialSpecName: web1, runAsUserName: 'contoso\\jane'}}
              containers:
              - name: iis
                image: x
                command: [cmd]
                resources: {limits: {cpu: 500m, memory: 1Gi}}
            ---
            apiVersion: windows.k8s.io/v1
            kind: GMSACredentialSpec
            metadata: {name: web1}
            credspec: %s
            """
                .formatted(credspec));
    JsonNode config = spec("-f", all.toString()).config();
    assertThat(config.at("/windows/credentialSpec").isObject()).isTrue();
    assertThat(config.at("/process/user/username").asText()).isEqualTo("contoso\\jane");
    assertThat(config.at("/windows/resources").toString())
        .isEqualTo("{\"memory\":{\"limit\":1073741824},\"cpu\":{\"maximum\":5000}}");
  }

  @Test
  void ofALinuxPodIsWhatRuncWouldBeGiven() throws IOException {
    Path pod =
        file(
            "linux.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              template:
                spec:
                  securityContext: {runAsUser: 1000, fsGroup: 60000, supplementalGroupsPolicy: Strict}
                  volumes: [{name: data, emptyDir: {}}, {name: keys, secret: {secretName: k}}]
                  containers:
                  - name: a
                    image: muster.local/host-tools:1
                    env: [{name: GREETING, valueFrom: {configMapKeyRef: {name: c, key: g}}}]
                    securityContext: {readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
                    volumeMounts: [{name: data, mountPath: /data}, {name: keys, mountPath: /keys, readOnly: true}]
                  - {name: b, image: "muster.local/host-tools:1", command: [sleep, "1"]}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: c}
            data: {g: hello}
            """);
    JsonNode config = spec("-f", pod.toString(), "-c", "a").config();
    assertThat(config.at("/process/user").toString())
        .isEqualTo("{\"uid\":1000,\"gid\":1000,\"additionalGids\":[1000,60000]}");
    assertThat(config.at("/process/env").toString()).contains("\"GREETING=hello\"");
    assertThat(config.at("/root/readonly").asBoolean()).isTrue();
    assertThat(config.at("/mounts").toString())
        .contains(
            "/pods/00000000-0000-0000-0000-000000000000/volumes/kubernetes.io~empty-dir/data\"",
            "/volumes/kubernetes.io~secret/keys\"");
    assertThat(Path.of("/var/lib/muster/node/pods/00000000-0000-0000-0000-000000000000"))
        .doesNotExist();
    assertThat(config.has("windows")).isFalse();
  }

  @Test
  void whatIsWrongIsTold() throws IOException {
    assertThat(spec("-f", EXAMPLE.resolve("pod.yaml").toString()).err())
        .contains("iis: configmap \"webserver-credspec\" is not among the files: give it with -f");
    Path broken =
        file(
            "broken.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: webserver-credspec}
            data: {gmsa-cred-spec: '{}'}
            """);
    SpecRun run = spec("-f", EXAMPLE.resolve("pod.yaml").toString(), "-f", broken.toString());
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .contains("iis: windows.security_context.credential_spec: $.CmsPlugins: is required");
    Path two =
        file(
            "two.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec: {containers: [{name: a, image: x}, {name: b, image: x}]}
            """);
    assertThat(spec("-f", two.toString()).err()).contains("which container? the pod has a, b");
    assertThat(spec("-f", two.toString(), "-c", "c").err())
        .contains("no container \"c\": the pod has a, b");
    assertThat(spec("-f", two.toString(), "-c", "a").err())
        .contains("image \"x\" is not in the store, so nobody knows its command");
    assertThat(spec("-f", broken.toString()).err()).contains("the files hold 0 pods");
  }
}
