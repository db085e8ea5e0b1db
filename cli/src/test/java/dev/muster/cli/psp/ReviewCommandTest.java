package dev.muster.cli.psp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReviewCommandTest {
  @TempDir private Path directory;
  private Path pod;
  private Path policies;

  @BeforeEach
  void write() throws IOException {
    pod = directory.resolve("pod.yaml");
    Files.writeString(
        pod,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          securityContext: {runAsUser: 0}
          containers: [{name: c, image: busybox}]
        """);
    policies = Files.createDirectory(directory.resolve("policies"));
    Files.writeString(policies.resolve("open.yaml"), policy("open", "runAsUser: {rule: RunAsAny}"));
    Files.writeString(
        policies.resolve("strict.yaml"),
        policy("strict", "runAsUser: {rule: MustRunAsNonRoot}")
            + """
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: strict}
            rules: [{apiGroups: [policy], resources: [podsecuritypolicies], resourceNames: [strict], verbs: [use]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: alice, namespace: default}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: strict}
            subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: alice}]
            """);
  }

  private static String policy(String name, String spec) {
    return """
        apiVersion: policy/v1beta1
        kind: PodSecurityPolicy
        metadata: {name: %s}
        spec:
          {seLinux: {rule: RunAsAny}, fsGroup: {rule: RunAsAny}, supplementalGroups: {rule: RunAsAny},
           volumes: [secret], readOnlyRootFilesystem: true, %s}
        """
        .formatted(name, spec);
  }

  private record Run(int exit, String out) {}

  private static Run review(String... arguments) {
    StringWriter out = new StringWriter();
    int exit = new CommandLine(new ReviewCommand()).setOut(new PrintWriter(out)).execute(arguments);
    return new Run(exit, out.toString());
  }

  @Test
  void saysWhatEveryPolicyWouldDo() {
    Run run = review("-f", pod.toString(), "-f", policies.toString());
    assertThat(run.out())
        .isEqualTo(
            """
            Pod web in namespace default
            POLICY   MAY USE   VERDICT   BECAUSE
            open     -         changes   sets spec.containers[0].securityContext.readOnlyRootFilesystem: true
            strict   -         refuses   spec.containers[0].securityContext.runAsUser: Invalid value: 0: running with the root UID is forbidden
            admitted by open
            """);
    assertThat(run.exit()).isZero();
  }

  @Test
  void asksWhatAUserMayUse() {
    Run run = review("-f", pod.toString(), "-f", policies.toString(), "--as", "alice");
    assertThat(run.out())
        .contains("open     no        changes", "strict   yes       refuses")
        .endsWith("refused: no policy that may be used admits it\n");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void asksACluster() throws IOException {
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(Admission.without("ServiceAccount"));
    try (ApiServer server = ApiServer.start(config)) {
      ClientConfig admin = ClientConfig.read(server.kubeconfig());
      try (RemoteServer api = new RemoteServer(admin)) {
        create(
            api,
            "/api/v1/namespaces/default/serviceaccounts",
            "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default}}");
        create(
            api,
            "/apis/policy/v1beta1/podsecuritypolicies",
            policy("open", "privileged: true, runAsUser: {rule: RunAsAny}"));
        create(
            api,
            "/apis/policy/v1beta1/podsecuritypolicies",
            policy("strict", "runAsUser: {rule: MustRunAsNonRoot}"));
        create(
            api,
            "/apis/rbac.authorization.k8s.io/v1/clusterroles",
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: strict}
            rules: [{apiGroups: [policy], resources: [podsecuritypolicies], resourceNames: [strict], verbs: [use]}]
            """);
        create(
            api,
            "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: dev}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: strict}
            subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: dev}]
            """);
      }
      String kubeconfig = server.kubeconfig().toString();
      Run self = review("-f", pod.toString(), "--kubeconfig", kubeconfig);
      assertThat(self.out())
          .isEqualTo(
              """
              Pod web in namespace default
              POLICY   MAY USE   VERDICT   BECAUSE
              open     yes       changes   sets spec.containers[0].securityContext.readOnlyRootFilesystem: true
              strict   yes       refuses   spec.containers[0].securityContext.runAsUser: Invalid value: 0: running with the root UID is forbidden
              admitted by open
              """);
      assertThat(self.exit()).isZero();
      Run alice =
          review(
              "-f",
              pod.toString(),
              "--kubeconfig",
              kubeconfig,
              "--as",
              "alice",
              "--as-group",
              "dev");
      assertThat(alice.out())
          .contains("open     no        changes", "strict   yes       refuses")
          .endsWith("refused: no policy that may be used admits it\n");
      assertThat(alice.exit()).isEqualTo(1);
    }
  }

  private static void create(RemoteServer api, String path, String yaml) {
    try {
      byte[] body =
          Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8))
              .toString()
              .getBytes(StandardCharsets.UTF_8);
      assertThat(api.send(path, body, Duration.ofSeconds(30), 1 << 20).code()).isEqualTo(201);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Test
  void looksIntoTemplates() throws IOException {
    Path deployment = directory.resolve("deployment.yaml");
    Files.writeString(
        deployment,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec:
          selector: {matchLabels: {a: b}}
          template:
            metadata: {labels: {a: b}}
            spec: {containers: [{name: c, image: busybox}]}
        """);
    assertThat(review("-f", deployment.toString(), "-f", policies.toString()).out())
        .startsWith("Deployment web in namespace shop\n")
        .contains(
            "strict   -         changes   sets spec.containers[0].securityContext.runAsNonRoot: true");
  }

  @Test
  void printsJson() {
    assertThat(review("-f", pod.toString(), "-f", policies.toString(), "-o", "json").out())
        .contains(
            "\"admittedBy\" : \"open\"",
            "\"field\" : \"spec.containers[0].securityContext.readOnlyRootFilesystem\"",
            "\"message\" : \"Invalid value: 0: running with the root UID is forbidden\"");
  }
}
