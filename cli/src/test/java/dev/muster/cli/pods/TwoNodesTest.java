package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.Await;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.HostCommand;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.machine.MachineNetwork;
import dev.muster.testing.machine.TestMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** {@code muster up} on two machines beside one etcd: a cluster of two nodes and two servers. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init")
class TwoNodesTest {
  @TempDir static Path directory;
  private static MachineNetwork network;
  private static EtcdProcess etcd;
  private static TestMachine one;
  private static TestMachine two;
  private static UpProcess onOne;
  private static UpProcess onTwo;
  private static Kubectl byOne;
  private static Kubectl byTwo;

  @BeforeAll
  static void start() throws Exception {
    network = MachineNetwork.start(directory);
    etcd = EtcdProcess.at(network.address());
    one = network.add("one");
    two = network.add("two");
    List<String> page = page();
    onOne = up(one, page.get(0));
    assertThat(page.subList(1, 3))
        .containsExactly(
            "two# mkdir -m 700 /var/lib/muster",
            "two# scp -rp 10.0.0.11:/var/lib/muster/pki /var/lib/muster");
    HostCommand.run("mkdir", "-m", "700", UpProcess.data(two).toString());
    HostCommand.run("cp", "-a", UpProcess.data(one) + "/pki", UpProcess.data(two).toString());
    onTwo = up(two, page.get(3));
    byOne = Kubectl.on(onOne.kubeconfig(), directory);
    byTwo = Kubectl.on(onTwo.kubeconfig(), directory);
    byOne.apply(WEB);
    byOne.run("rollout", "status", "deployment/web", "--timeout=90s").ok();
  }

  /** The block of the page that this test runs. */
  private static List<String> page() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("../docs/scale-out.md"));
    int first = lines.indexOf("```machines") + 1;
    return lines.subList(first, first + lines.subList(first, lines.size()).indexOf("```"));
  }

  /** With the flags of the page; a node is missed sooner. */
  private static UpProcess up(TestMachine machine, String line) throws Exception {
    List<String> flags =
        new ArrayList<>(
            List.of(
                line.replaceFirst("^(one|two)# muster up ", "")
                    .replace("/var/lib/muster", UpProcess.data(machine).toString())
                    .replace("10.0.0.11", one.address())
                    .replace("10.0.0.12", two.address())
                    .replace("http://10.0.0.21:2379", etcd.url().toString())
                    .split(" ")));
    flags.addAll(List.of("--node-monitor-grace-period", "15s", "--pod-network", "bridge"));
    return UpProcess.start(machine, flags);
  }

  @AfterAll
  static void stop() {
    network.close();
    etcd.close();
  }

  private static List<Kubectl> both() {
    return List.of(byOne, byTwo);
  }

  private static String pods(String path) {
    return byOne.run("get", "pods", "-l", "app=web", "-o", "jsonpath=" + path).ok();
  }

  private static String podOn(String node) {
    return pods("{.items[?(@.spec.nodeName=='" + node + "')].metadata.name}");
  }

  @Test
  @Order(1)
  void eitherServerShowsBothNodesReadyWithPodsOnEach() throws IOException {
    List<String> shown = page().subList(5, 8).stream().map(TwoNodesTest::lasting).toList();
    for (Kubectl kubectl : both()) {
      assertThat(kubectl.run("get", "nodes").ok().lines().map(TwoNodesTest::lasting))
          .containsExactlyElementsOf(shown);
    }
    assertThat(new TreeSet<>(List.of(pods("{.items[*].spec.nodeName}").split(" "))))
        .containsExactly("one", "two");
    Set<String> ranges =
        Set.of(
            byTwo.run("get", "nodes", "-o", "jsonpath={.items[*].spec.podCIDR}").ok().split(" "));
    assertThat(ranges).hasSize(2);
  }

  /** Without ages. */
  private static String lasting(String line) {
    return line.replaceAll(" [0-9]+[ms][0-9ms]* ", " AGE ").replaceAll(" +", " ");
  }

  @Test
  @Order(1)
  void logsAndCommandsReachPodsOfEitherNodeByEitherServer() {
    for (Kubectl kubectl : both()) {
      for (String node : List.of("one", "two")) {
        String pod = podOn(node);
        assertThat(kubectl.run("exec", pod, "--", "hostname").ok().strip()).isEqualTo(pod);
        assertThat(kubectl.run("logs", pod).ok()).contains("listening");
      }
    }
  }

  @Test
  @Order(1)
  void podsReachEachOtherByAddressServiceAndNameAndSeeWhoAsks() {
    String asking = podOn("one");
    String own = pods("{.items[?(@.spec.nodeName=='one')].status.podIP}");
    String there = pods("{.items[?(@.spec.nodeName=='two')].status.podIP}");
    assertThat(fetch(asking, there + ":8080")).isEqualTo(podOn("two") + " " + own);
    for (String node : List.of("one", "two")) {
      Set<String> seen = new TreeSet<>();
      for (int i = 0; i < 50 && seen.size() < 2; i++) {
        seen.add(fetch(podOn(node), "web").split(" ")[0]);
      }
      assertThat(seen).containsExactlyInAnyOrder(podOn("one"), podOn("two"));
    }
  }

  private static String fetch(String pod, String url) {
    return byTwo.run("exec", pod, "--", "curl", "-sS", "-m", "10", "http://" + url).ok().strip();
  }

  @Test
  @Order(1)
  void podsOfEitherNodeReachAnApiServer() {
    for (String node : List.of("one", "two")) {
      assertThat(byOne.run("exec", podOn(node), "--", "kubectl", "auth", "whoami").ok())
          .contains("system:serviceaccount:default:default");
    }
  }

  /** As a node may, by what it writes of itself; and it may write nothing else. */
  @Test
  @Order(1)
  void aHostileNodeGetsNoneOfTheOthersPackets() {
    String range = byOne.run("get", "node", "two", "-o", "jsonpath={.spec.podCIDR}").ok();
    String[] evil = {"--as=system:node:evil", "--as-group=system:nodes"};
    byOne
        .piped(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: evil}
            spec: {podCIDR: %s, podCIDRs: [%1$s]}
            status: {addresses: [{type: InternalIP, address: %s}]}
            """
                .formatted(range, network.address()),
            "create",
            "-f",
            "-",
            evil[0],
            evil[1])
        .ok();
    assertThat(
            byOne
                .run(
                    "-n",
                    "kube-system",
                    "patch",
                    "configmap",
                    "pod-ranges",
                    "-p",
                    "{\"data\":{\"evil\":\"" + range + "\"}}",
                    evil[0],
                    evil[1])
                .refused())
        .contains("forbidden");
    // what was written before this is known to the network once this is
    byOne.run("create", "service", "clusterip", "later", "--tcp=80").ok();
    String address = byOne.run("get", "service", "later", "-o", "jsonpath={.spec.clusterIP}").ok();
    Await.until(
        "the rules are new",
        () ->
            one.run("nft", "list", "tables").contains("muster")
                && one.run("nft", "list", "ruleset").contains(address));
    assertThat(one.run("ip", "route", "show", range)).contains("via " + two.address());
    assertThat(
            fetch(podOn("one"), pods("{.items[?(@.spec.nodeName=='two')].status.podIP}") + ":8080"))
        .startsWith(podOn("two"));
    byOne.run("delete", "node", "evil").ok();
  }

  @Test
  @Order(2)
  void whenOneIsKilledItsNodeIsNotReadyAndTheOtherServerAnswersOn() {
    String leader = leader();
    assertThat(servers().split(" ")).containsExactly(one.address(), two.address());
    onOne.kill();
    byTwo.run("create", "configmap", "after").ok();
    Await.until("the other leads", () -> !leader().equals(leader));
    byTwo.run("wait", "--for=condition=Ready=Unknown", "node/one", "--timeout=60s").ok();
    assertThat(byTwo.run("get", "nodes", "--no-headers").ok())
        .containsPattern("one +NotReady")
        .containsPattern("two +Ready");
    Await.until("the server that is left is named alone", () -> servers().equals(two.address()));
  }

  private static String leader() {
    return byTwo
        .run(
            "-n",
            "kube-system",
            "get",
            "lease",
            "kube-controller-manager",
            "-o",
            "jsonpath={.spec.holderIdentity}")
        .ok();
  }

  private static String servers() {
    return byTwo
        .run("get", "endpoints", "kubernetes", "-o", "jsonpath={.subsets[*].addresses[*].ip}")
        .ok();
  }

  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            terminationGracePeriodSeconds: 1
            topologySpreadConstraints:
            - maxSkew: 1
              topologyKey: kubernetes.io/hostname
              whenUnsatisfiable: DoNotSchedule
              labelSelector: {matchLabels: {app: web}}
            volumes: [{name: usr, hostPath: {path: /usr}}]
            containers:
            - name: c
              image: muster.local/host-tools:1
              volumeMounts: [{name: usr, mountPath: /usr, readOnly: true}]
              readinessProbe: {httpGet: {port: 8080, path: /}, periodSeconds: 1}
              command:
              - perl
              - -MIO::Socket::INET
              - -e
              - |
                my $s = IO::Socket::INET->new(LocalPort => 8080, Listen => 9, ReuseAddr => 1) or die $!;
                $| = 1; print "listening\\n";
                my $h = `hostname`; chomp $h;
                while (my $c = $s->accept) {
                  while (<$c>) { last if /^\\r?$/ }
                  my $b = $h." ".$c->peerhost; my $l = length $b;
                  print $c "HTTP/1.1 200 OK\\r\\nContent-Length: $l\\r\\nConnection: close\\r\\n\\r\\n$b"; close $c;
                }
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
      """;
}
