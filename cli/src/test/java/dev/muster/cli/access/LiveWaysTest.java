package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Ways to become more in a cluster: whoever goes them arrives. */
class LiveWaysTest {
  private static final String POLICY =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: asks, namespace: shop}
      rules:
      - {apiGroups: [""], resources: [serviceaccounts/token], resourceNames: [operator], verbs: [create]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: ci-asks, namespace: shop}
      subjects: [{kind: ServiceAccount, name: ci, namespace: shop}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: asks}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: binder}
      rules:
      - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterrolebindings], verbs: [create]}
      - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], resourceNames: [cluster-admin], verbs: [bind]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: operator-binds}
      subjects: [{kind: ServiceAccount, name: operator, namespace: shop}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: binder}
      """;

  @TempDir private static Path directory;
  private static ApiServer server;
  private static Kubectl kubectl;

  private record Run(int code, String out) {}

  @BeforeAll
  static void start() throws IOException {
    server = ApiServer.start(ServerConfig.in(directory.resolve("data")).onPort(0));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.run("create", "namespace", "shop").ok();
    kubectl.run("-n", "shop", "create", "serviceaccount", "ci").ok();
    kubectl.run("-n", "shop", "create", "serviceaccount", "operator").ok();
    kubectl.piped(POLICY, "apply", "-f", "-").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Run run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine line =
        new CommandLine(command)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(new StringWriter()));
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--kubeconfig=" + server.kubeconfig());
    return new Run(line.execute(all.toArray(String[]::new)), out.toString());
  }

  /** Runs the commands of a way in one shell, with nothing but the token of who starts it. */
  @Test
  void whoeverGoesAWayArrives() throws Exception {
    Run change =
        run(new WhatIfCommand(), "-f", written(POLICY).toString(), "--delete", "-o", "json");
    assertThat(change.code()).isZero();
    assertThat(change.out()).contains("\"operator\"");
    Run can = run(new CanCommand(), "shop/ci", "-o", "json");
    JsonNode ways = new ObjectMapper().readTree(can.out()).path("escalationPaths");
    JsonNode last = ways.get(ways.size() - 1);
    assertThat(last.path("becomes").asText()).isEqualTo("somebody who may do anything");
    Path own = Files.copy(server.kubeconfig(), directory.resolve("ci.kubeconfig"));
    Kubectl ci = Kubectl.on(own, directory);
    String token = kubectl.run("-n", "shop", "create", "token", "ci").ok().strip();
    ci.run("config", "set-credentials", "ci", "--token=" + token).ok();
    ci.run("config", "set-context", "--current", "--user=ci").ok();
    assertThat(ci.run("auth", "can-i", "delete", "nodes").out()).startsWith("no");
    StringBuilder script = new StringBuilder("set -e\n");
    last.path("steps").forEach(s -> script.append(s.path("command").asText()).append('\n'));
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", script.toString());
    shell.environment().put("KUBECONFIG", own.toString());
    Process process = shell.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(ci.run("auth", "can-i", "delete", "nodes").out()).startsWith("yes");
  }

  private static Path written(String text) throws IOException {
    return Files.writeString(directory.resolve("policy.yaml"), text);
  }
}
