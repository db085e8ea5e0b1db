package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.HostCommand;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two API servers beside one etcd: nobody can tell which one answered. */
class TwoServersTest {
  @TempDir static Path directory;
  private static EtcdProcess etcd;
  private static ApiServer a;
  private static ApiServer b;
  private static Kubectl onA;
  private static Kubectl onB;

  @BeforeAll
  static void start() throws Exception {
    etcd = EtcdProcess.start();
    a = server("a");
    shareKeys(directory.resolve("a/pki"), directory.resolve("b/pki"));
    b = server("b");
    onA = Kubectl.on(a.kubeconfig(), directory);
    onB = Kubectl.on(b.kubeconfig(), directory);
  }

  /**
   * As whoever runs several servers does: accounts' tokens and clients' certificates are of all.
   */
  private static void shareKeys(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    HostCommand.run("cp", "-a", from.toString(), to.toString());
  }

  private static ApiServer server(String name) throws Exception {
    EtcdFlags flags = new EtcdFlags();
    flags.servers = List.of(etcd.url().toString());
    return ApiServer.start(
        ServerConfig.in(Files.createDirectories(directory.resolve(name)))
            .onPort(0)
            .with(Authorization.by("RBAC"))
            .with(flags.config()));
  }

  @AfterAll
  static void stop() {
    a.close();
    b.close();
    etcd.close();
  }

  private static String field(Kubectl kubectl, String what, String path) {
    return kubectl.run("get", what, "-o", "jsonpath=" + path).ok();
  }

  @Test
  void whatIsWrittenOnOneIsReadOnTheOther() {
    for (int i = 0; i < 5; i++) {
      onA.run("create", "configmap", "shared", "--from-literal=turn=" + i).ok();
      assertThat(field(onB, "configmap/shared", "{.data.turn}")).isEqualTo(Integer.toString(i));
      onB.run("patch", "configmap", "shared", "-p", "{\"data\":{\"seen\":\"b\"}}").ok();
      assertThat(field(onA, "configmap/shared", "{.data.seen}")).isEqualTo("b");
      onB.run("delete", "configmap", "shared").ok();
      assertThat(onA.run("get", "configmap", "shared").refused()).contains("NotFound");
    }
  }

  @Test
  void aVersionOfOneServerIsAVersionOfTheOther() {
    onA.run("create", "configmap", "versioned").ok();
    String version = field(onA, "configmap/versioned", "{.metadata.resourceVersion}");
    assertThat(field(onB, "configmap/versioned", "{.metadata.resourceVersion}")).isEqualTo(version);
    for (int i = 0; i < 4; i++) {
      (i % 2 == 0 ? onA : onB)
          .run("label", "--overwrite", "configmap", "versioned", "turn=t" + i)
          .ok();
    }
    String watch =
        "/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=1"
            + "&fieldSelector=metadata.name=versioned&resourceVersion="
            + version;
    String seenOnA = onA.run("get", "--raw", watch).ok();
    assertThat(seenOnA.lines()).hasSize(4).allMatch(line -> line.contains("MODIFIED"));
    assertThat(onB.run("get", "--raw", watch).ok()).isEqualTo(seenOnA);
    // each goes on where the other was
    String second = seenOnA.lines().toList().get(1);
    String at = second.replaceAll(".*\"resourceVersion\":\"([0-9]+)\".*", "$1");
    assertThat(onB.run("get", "--raw", watch.replace("=" + version, "=" + at)).ok().lines())
        .hasSize(2);
  }

  @Test
  void whatOneRevokedTheOtherDoesNotHonour() {
    onA.run("create", "role", "reader", "--verb=get", "--resource=configmaps").ok();
    for (int i = 0; i < 5; i++) {
      onA.run("create", "rolebinding", "alice", "--role=reader", "--user=alice").ok();
      assertThat(onB.run("get", "cm", "none", "--as=alice").refused()).contains("NotFound");
      onA.run("delete", "rolebinding", "alice").ok();
      assertThat(onB.run("get", "cm", "none", "--as=alice").refused()).contains("Forbidden");
    }
  }

  @Test
  void aTokenOfOneServerIsGoodAtTheOther() {
    onA.run("create", "serviceaccount", "robot").ok();
    String token = onA.run("create", "token", "robot").ok().strip();
    String review =
        """
        apiVersion: authentication.k8s.io/v1
        kind: TokenReview
        spec: {token: %s}
        """
            .formatted(token);
    String[] ask = {"create", "-f", "-", "-o", "jsonpath={.status.user.username}"};
    assertThat(onB.piped(review, ask).ok()).isEqualTo("system:serviceaccount:default:robot");
    onA.run("delete", "serviceaccount", "robot").ok();
    assertThat(onB.piped(review, ask).ok()).isEmpty();
  }

  @Test
  void aDefinitionOfOneServerIsServedByTheOther() {
    onA.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: gears.example.com}
        spec:
          group: example.com
          names: {kind: Gear, plural: gears, singular: gear}
          scope: Namespaced
          versions:
          - name: v1
            served: true
            storage: true
            selectableFields: [{jsonPath: .spec.size}]
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: {type: object, properties: {size: {type: string}}}
        """);
    onB.apply(
        """
        apiVersion: example.com/v1
        kind: Gear
        metadata: {name: small, namespace: default}
        spec: {size: s}
        """);
    assertThat(onA.run("get", "gears", "-o", "jsonpath={.items[*].spec}").ok())
        .isEqualTo("{\"size\":\"s\"}");
    assertThat(onA.run("get", "gears", "--field-selector=spec.size=s", "-o", "name").ok())
        .contains("gear.example.com/small");
    assertThat(etcd.ctl("get", "--keys-only", "/registry/example.com/gears/default/small"))
        .isNotBlank();
    onA.run("delete", "crd", "gears.example.com").ok();
    assertThat(onB.run("get", "--raw", "/apis/example.com/v1/gears").refused())
        .contains("NotFound");
    assertThat(etcd.ctl("get", "--prefix", "/registry/example.com/")).isBlank();
  }

  @Test
  void objectsAreWhereKubernetesKeepsThemAndReadable() {
    onA.run("create", "service", "clusterip", "web", "--tcp=80").ok();
    String stored = etcd.ctl("get", "--print-value-only", "/registry/services/specs/default/web");
    assertThat(stored)
        .startsWith("{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\"")
        .doesNotContain("resourceVersion");
    assertThat(etcd.ctl("get", "--prefix", "--keys-only", "/registry/").lines())
        .contains(
            "/registry/namespaces/default",
            "/registry/clusterroles/cluster-admin",
            "/registry/apiregistration.k8s.io/apiservices/v1.apps",
            "/registry/services/specs/default/kubernetes",
            "/registry/priorityclasses/system-node-critical");
  }

  /** Both ask for the same at once, again and again: one gets it, the other is told so. */
  @Test
  void noTwoServicesHaveTheSameAddressOrNodePort() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        String address = "10.96.0." + (50 + i);
        int port = 31_000 + i;
        List<Future<Run>> both = new ArrayList<>();
        for (Kubectl each : List.of(onA, onB)) {
          String name = "racer-" + (each == onA ? "a" : "b") + i;
          both.add(
              threads.submit(() -> each.piped(racer(name, address, port), "create", "-f", "-")));
        }
        List<Run> ended = List.of(both.get(0).get(), both.get(1).get());
        assertThat(ended.stream().filter(run -> run.exit() == 0)).as(address).hasSize(1);
        assertThat(
                ended.stream().filter(run -> run.exit() != 0).findFirst().orElseThrow().refused())
            .contains("already allocated");
      }
      List<Future<Run>> many = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        String name = "many-" + i;
        Kubectl each = i % 2 == 0 ? onA : onB;
        many.add(threads.submit(() -> each.run("create", "service", "nodeport", name, "--tcp=80")));
      }
      for (Future<Run> each : many) {
        each.get().ok();
      }
    }
    String ports = "jsonpath={.items[*].spec.ports[*].nodePort}";
    assertThat(onA.run("get", "services", "-o", ports).ok().split(" ")).doesNotHaveDuplicates();
    String addresses = "jsonpath={.items[*].spec.clusterIP}";
    assertThat(onB.run("get", "services", "-o", addresses).ok().split(" ")).doesNotHaveDuplicates();
  }

  private static String racer(String name, String address, int port) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: %s}
    spec: {type: NodePort, clusterIP: %s, ports: [{port: 80, nodePort: %d}]}
    """
        .formatted(name, address, port);
  }

  @Test
  void theEndpointsOfKubernetesNameBothServers() {
    for (ApiServer each : List.of(a, b)) {
      String port = Integer.toString(URI.create(each.url()).getPort());
      // one that had no etcd for a while signs again within seconds
      onA.await(
          "endpoints kubernetes",
          "{.subsets[*].ports[*].port}",
          ports -> List.of(ports.split(" ")).contains(port));
      onB.awaitOutput(
          ports -> List.of(ports.split(" ")).contains(port),
          "get",
          "endpointslices",
          "-l",
          "kubernetes.io/service-name=kubernetes",
          "-o",
          "jsonpath={.items[*].ports[*].port}");
    }
  }

  @Test
  void whatAKubeApiserverStoredIsServed() {
    etcd.ctl(
        "put",
        "/registry/configmaps/default/foreign",
        """
        {"apiVersion":"v1","data":{"k":"v"},"kind":"ConfigMap","metadata":{"annotations":{"resourceVersion":"7"},\
        "creationTimestamp":"2026-01-01T00:00:00Z","name":"foreign","namespace":"default","uid":"u-1"}}
        """);
    assertThat(field(onA, "configmap/foreign", "{.data.k}{.metadata.annotations}"))
        .isEqualTo("v{\"resourceVersion\":\"7\"}");
    onB.run("patch", "configmap", "foreign", "-p", "{\"data\":{\"k\":\"w\"}}").ok();
    assertThat(field(onA, "configmap/foreign", "{.data.k}{.metadata.uid}")).isEqualTo("wu-1");
  }

  @Test
  void withoutEtcdAServerIsAliveAndNotReadyAndComesBackByItself() {
    etcd.kill();
    try {
      assertThat(onA.run("get", "--raw", "/livez").ok()).isEqualTo("ok");
      assertThat(onA.run("get", "--raw", "/readyz").refused()).contains("[-]etcd failed");
      assertThat(onA.run("create", "configmap", "lost").refused())
          .contains("etcd cannot be reached");
    } finally {
      etcd.restart();
    }
    onA.awaitOutput("ok"::equals, "get", "--raw", "/readyz");
    onA.run("create", "configmap", "found").ok();
    assertThat(onB.run("get", "configmap", "found").ok()).contains("found");
  }
}
