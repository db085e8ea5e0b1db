package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.cluster.PodNetworkFlags;
import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods with addresses, services and names under {@code muster up}, by its own bridge. */
class ServiceNetworkTest {
  private static final String IMAGE = "muster.local/host-tools:1";
  private static final String PREFIX =
      "10.249.%d.".formatted(ThreadLocalRandom.current().nextInt(256));
  private static final String GATEWAY = PREFIX + "1";

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static RunningUp up;

  @SuppressWarnings("NullAway.Init")
  private static Kubectl kubectl;

  private static int hostPort;
  private static String bridge = "";

  @BeforeAll
  static void start() throws Exception {
    up = RunningUp.start(directory, PodNetworkFlags.bridge(PREFIX + "0/24"));
    kubectl = up.kubectl();
    bridge = Files.readString(directory.resolve("data/network/bridge")).split(" ")[0];
    try (ServerSocket free = new ServerSocket(0)) {
      hostPort = free.getLocalPort();
    }
    kubectl
        .piped(
            MANIFEST.replace("IMAGE", IMAGE).replace("HOSTPORT", "" + hostPort), "apply", "-f", "-")
        .ok();
    kubectl.run("rollout", "status", "deployment/web", "--timeout=60s").ok();
    kubectl.run("wait", "--for=condition=Ready", "pod/client", "--timeout=60s").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    up.cluster().stop(false);
    assertThat(up.leftovers("")).isEmpty();
    assertThat(Path.of("/sys/class/net", bridge)).doesNotExist();
    assertThat(Path.of("/run/muster/networks", bridge)).doesNotExist();
    assertThat(HostCommand.run("nft", "list", "tables")).doesNotContain("ip " + bridge + "\n");
    assertThat(HostCommand.run("ip", "-4", "address")).doesNotContain(PREFIX);
    assertThat(directory.resolve("data/network")).doesNotExist();
  }

  /** What a command in the client's pod says. */
  private static String inside(String script) {
    return kubectl.run("exec", "client", "--", "sh", "-c", script).ok();
  }

  private static String fetch(String url) {
    return "curl -sS -m 10 http://" + url;
  }

  private static String onNode(String host, int port) {
    return HostCommand.run("curl", "-sS", "-m", "10", "http://" + host + ":" + port);
  }

  private static String of(String object, String path) {
    return kubectl.run("get", object, "-o", "jsonpath={" + path + "}").ok();
  }

  private static Set<String> webPods() {
    return new TreeSet<>(
        List.of(
            kubectl
                .run("get", "pods", "-l", "app=web", "-o", "jsonpath={.items[*].metadata.name}")
                .ok()
                .split(" ")));
  }

  @Test
  void aServiceIsReachedByItsNamesFromAPodAndEveryEndpointAnswers() {
    String client = of("pod/client", ".status.podIP");
    assertThat(client).startsWith(PREFIX);
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 50 && seen.size() < 2; i++) {
      String[] answer = inside(fetch("web")).split(" ");
      assertThat(answer[1]).as("who asked, as the pod sees it").isEqualTo(client);
      seen.add(answer[0]);
    }
    assertThat(seen).isEqualTo(webPods());
    for (String name :
        List.of("web.default", "web.default.svc", "web.default.svc.cluster.local", "peers:8080")) {
      assertThat(webPods()).contains(inside(fetch(name)).split(" ")[0]);
    }
    assertThat(inside(fetch("web:81"))).as("its other port").contains(client);
    assertThat(inside("getent hosts " + of("service/web", ".spec.clusterIP")))
        .contains("web.default.svc.cluster.local");
  }

  @Test
  void aServiceIsReachedOnTheNode() {
    assertThat(webPods()).contains(onNode(of("service/web", ".spec.clusterIP"), 80).split(" ")[0]);
    int nodePort = Integer.parseInt(of("service/web", ".spec.ports[0].nodePort"));
    assertThat(webPods()).contains(onNode(GATEWAY, nodePort).split(" ")[0]);
    assertThat(inside(fetch(GATEWAY + ":" + nodePort))).as("from a pod").startsWith("web-");
  }

  @Test
  void aPodReachesItselfByItsService() {
    String pod = webPods().iterator().next();
    kubectl.run("label", "pod", pod, "only=" + pod).ok();
    kubectl
        .piped(
            """
            apiVersion: v1
            kind: Service
            metadata: {name: self}
            spec: {selector: {only: %s}, ports: [{port: 80, targetPort: 8080}]}
            """
                .formatted(pod),
            "apply",
            "-f",
            "-")
        .ok();
    Await.until(
        "it reaches itself",
        () ->
            kubectl
                .run("exec", pod, "--", "curl", "-sS", "-m", "2", "http://self")
                .out()
                .equals(pod + " " + GATEWAY));
  }

  @Test
  void aServiceWithoutEndpointsRefuses() throws Exception {
    assertThat(
            kubectl.run("exec", "client", "--", "curl", "-sS", "-m", "10", "http://empty").exit())
        .as("connection refused, and no time-out")
        .isEqualTo(7);
    ProcessBuilder onNode =
        new ProcessBuilder("curl", "-sS", "-m", "10", of("service/empty", ".spec.clusterIP"));
    assertThat(onNode.redirectErrorStream(true).start().waitFor()).isEqualTo(7);
    assertThat(kubectl.run("exec", "client", "--", "curl", "-sS", "-m", "10", "http://nope").exit())
        .as("no such name")
        .isEqualTo(6);
  }

  /** kubectl inside of a pod finds its server as every client of Kubernetes does. */
  @Test
  void theApiServerIsReachedWithThePodsToken() {
    assertThat(inside("kubectl auth whoami -o jsonpath={.status.userInfo.username}"))
        .isEqualTo("system:serviceaccount:default:default");
    assertThat(inside("echo $KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT").strip())
        .isEqualTo("10.96.0.1:443");
    String files = "/var/run/secrets/kubernetes.io/serviceaccount/";
    assertThat(
            inside(
                "curl -sS --cacert "
                    + files
                    + "ca.crt -H \"Authorization: Bearer $(cat "
                    + files
                    + "token)\" https://kubernetes.default.svc/version"))
        .contains("\"gitVersion\"");
  }

  @Test
  void clientGoFindsItsClusterFromInsideAPodAsItsServiceAccount() {
    String whoAmI = inside("unset KUBECONFIG; kubectl auth whoami");
    assertThat(whoAmI).contains("system:serviceaccount:default:default");
    assertThat(inside("kubectl get pods 2>&1 || true"))
        .contains("User \"system:serviceaccount:default:default\" cannot list resource \"pods\"");
    kubectl
        .run(
            "create",
            "rolebinding",
            "sees",
            "--clusterrole=view",
            "--serviceaccount=default:default")
        .ok();
    assertThat(inside("kubectl get pods -o name")).contains("pod/client");
  }

  @Test
  void aPortOfTheHostLeadsToItsPod() {
    String ip = of("pod/client", ".status.podIP");
    Await.until("the port leads", () -> answers(GATEWAY, hostPort));
    assertThat(onNode(GATEWAY, hostPort)).startsWith("client ");
    assertThat(onNode(ip, 8080)).as("node to pod").startsWith("client ");
  }

  private static boolean answers(String host, int port) {
    try {
      return onNode(host, port).startsWith("client");
    } catch (AssertionError notYet) {
      return false;
    }
  }

  @Test
  void whatNothingActsOnIsSaid() {
    Run applied =
        kubectl.piped(
            """
            apiVersion: v1
            kind: Service
            metadata: {name: outside}
            spec:
              type: LoadBalancer
              sessionAffinity: ClientIP
              externalIPs: [192.0.2.80]
              ports: [{port: 80}]
            """,
            "apply",
            "-f",
            "-");
    assertThat(applied.err())
        .contains(
            "Warning: no controller here acts on spec.type LoadBalancer: the service is reached by its"
                + " cluster IP and its node ports",
            "Warning: no proxy here acts on spec.externalIPs: it is stored only",
            "Warning: no proxy here acts on spec.sessionAffinity: each connection goes to any"
                + " endpoint");
  }

  /** Neither an address that is not the cluster's, nor endpoints inside of the machine. */
  @Test
  void aTenantCannotTakeOthersAddresses() {
    String elsewhere = "192.0.2.53";
    assertThat(
            kubectl
                .run(
                    "create",
                    "service",
                    "clusterip",
                    "thief",
                    "--clusterip=" + elsewhere,
                    "--tcp=53")
                .err())
        .contains("no proxy here acts on spec.clusterIP \"192.0.2.53\"");
    assertThat(HostCommand.run("nft", "list", "table", "ip", bridge))
        .contains("10.96.0.10")
        .doesNotContain(elsewhere);
    assertThat(
            kubectl
                .run(
                    "create", "service", "clusterip", "thief", "--clusterip=10.96.0.10", "--tcp=53")
                .err())
        .contains("provided IP is already allocated");
    for (String address : List.of("127.0.0.1", "169.254.169.254")) {
      assertThat(
              kubectl
                  .piped(
                      """
                      apiVersion: discovery.k8s.io/v1
                      kind: EndpointSlice
                      metadata: {name: thief, labels: {kubernetes.io/service-name: empty}}
                      addressType: IPv4
                      endpoints: [{addresses: ["%s"]}]
                      ports: [{port: 10250}]
                      """
                          .formatted(address),
                      "apply",
                      "-f",
                      "-")
                  .err())
          .contains("may not be in the");
    }
  }

  private static final String MANIFEST =
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
            volumes: [{name: usr, hostPath: {path: /usr}}]
            containers:
            - name: c
              image: IMAGE
              volumeMounts: [{name: usr, mountPath: /usr, readOnly: true}]
              readinessProbe: {httpGet: {port: 8080, path: /}, periodSeconds: 1}
              command:
              - perl
              - -MIO::Socket::INET
              - -e
              - |
                my $s = IO::Socket::INET->new(LocalPort => 8080, Listen => 9, ReuseAddr => 1) or die $!;
                my $h = `hostname`; chomp $h;
                while (my $c = $s->accept) {
                  while (<$c>) { last if /^\\r?$/ }
                  my $b = $h." ".$c->peerhost; my $l = length $b;
                  print $c "HTTP/1.1 200 OK\\r\\nContent-Length: $l\\r\\nConnection: close\\r\\n\\r\\n$b"; close $c;
                }
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: client}
      spec:
        terminationGracePeriodSeconds: 1
        volumes: [{name: usr, hostPath: {path: /usr}}]
        containers:
        - name: c
          image: IMAGE
          volumeMounts: [{name: usr, mountPath: /usr, readOnly: true}]
          ports: [{containerPort: 8080, hostPort: HOSTPORT}]
          command:
          - perl
          - -MIO::Socket::INET
          - -e
          - |
            my $s = IO::Socket::INET->new(LocalPort => 8080, Listen => 9, ReuseAddr => 1) or die $!;
            while (my $c = $s->accept) {
              while (<$c>) { last if /^\\r?$/ }
              print $c "HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\nConnection: close\\r\\n\\r\\nclient ok"; close $c;
            }
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec:
        type: NodePort
        selector: {app: web}
        ports: [{name: http, port: 80, targetPort: 8080}, {name: other, port: 81, targetPort: 8080}]
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: peers}
      spec: {clusterIP: None, selector: {app: web}, ports: [{name: http, port: 8080}]}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: empty}
      spec: {selector: {app: nobody}, ports: [{port: 80}]}
      """;
}
