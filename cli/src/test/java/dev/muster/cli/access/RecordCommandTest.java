package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Auditing;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.auditlog.FollowedLog;
import dev.muster.testing.Await;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code muster record}, on files and on what a real server wrote. */
class RecordCommandTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "record");
  private static final String LOG = EXAMPLE.resolve("audit.log").toString();
  private static final String POLICY = EXAMPLE.resolve("policy.yaml").toString();
  private static final String CART = "system:serviceaccount:shop:cart";

  @TempDir private Path directory;

  private record Run(int code, String out, String err) {}

  private static Run record(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        new CommandLine(new RecordCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(
                (problem, of, parsed) -> {
                  err.write(Objects.toString(problem.getMessage()));
                  return 1;
                });
    return new Run(line.execute(arguments), out.toString(), err.toString());
  }

  @Test
  void whatIsNeededWhatIsUnusedAndTheDifference() {
    Run run = record(LOG, "--as", CART, "-f", POLICY);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            ServiceAccount "cart/shop": 6 requests, 1 of them refused

            needed:
              WHERE        RESOURCE     NAMES    VERBS        DANGEROUS
              everywhere   /healthz              get
              shop         configmaps   prices   get
              shop         events                create
              shop         pods                  list,watch
              shop         secrets      db       get          reads secrets

            never used:
              BINDING                    ROLE        RULE                                                                                          OF IT
              RoleBinding/cart in shop   Role/cart   {APIGroups:[""], Resources:["configmaps" "secrets"], Verbs:["get" "list" "watch" "update"]}   {Verbs:["list" "watch" "update"]}
              RoleBinding/cart in shop   Role/cart   {APIGroups:[""], Resources:["pods"], Verbs:["get" "list" "watch"]}                            {Verbs:["get"]}
              RoleBinding/cart in shop   Role/cart   {APIGroups:[""], Resources:["events"], Verbs:["create" "patch"]}                              {Verbs:["patch"]}
              RoleBinding/cart in shop   Role/cart   {APIGroups:["apps"], Resources:["deployments"], Verbs:["*"]}                                  everything

            from what they have to what they need:
                  WHERE        RESOURCE           NAMES   VERBS                   DANGEROUS
              +   everywhere   /healthz                   get
              -   shop         configmaps                 get,list,update,watch
              -   shop         events                     patch
              -   shop         pods                       get
              -   shop         secrets                    get,list,update,watch
              -   shop         deployments.apps           *
            """);
  }

  @Test
  void withoutASubjectItTellsWhoThereIs() {
    Run run = record(LOG);
    assertThat(run.out())
        .isEqualTo(
            """
            USER                              REQUESTS   REFUSED
            system:serviceaccount:shop:cart   6          1
            bob                               1          0
            """);
    assertThat(record(LOG, "-o", "json").out()).contains("\"user\" : \"bob\"");
  }

  @Test
  void asJsonItIsAllThereIsAndAsYamlItIsAList() throws IOException {
    JsonNode tree =
        new ObjectMapper().readTree(record(LOG, "--as", CART, "-f", POLICY, "-o", "json").out());
    assertThat(tree.at("/subject/namespace").asText()).isEqualTo("shop");
    assertThat(tree.at("/log/events").asInt()).isEqualTo(8);
    assertThat(tree.at("/roles/items")).hasSize(4);
    assertThat(tree.at("/unused/3/whole").asBoolean()).isTrue();
    assertThat(tree.at("/change/0/gains/0/rule/nonResourceURLs/0").asText()).isEqualTo("/healthz");
    assertThat(record(LOG, "--as", "jane", "--without-policy", "-o", "yaml").out())
        .isEqualTo(
            """
            apiVersion: v1
            items:
            - apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRole
              metadata:
                name: recorded-jane
              rules:
              - apiGroups:
                - ""
                resourceNames:
                - bob
                resources:
                - users
                verbs:
                - impersonate
            - apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRoleBinding
              metadata:
                name: recorded-jane
              roleRef:
                apiGroup: rbac.authorization.k8s.io
                kind: ClusterRole
                name: recorded-jane
              subjects:
              - apiGroup: rbac.authorization.k8s.io
                kind: User
                name: jane
            kind: List
            """);
  }

  @Test
  void whatIsBrokenIsTold() throws IOException {
    Path log = directory.resolve("log");
    Files.writeString(log, "{\"kind\":\nhello\u001b[31m\n" + Files.readString(Path.of(LOG)));
    Run run = record(log.toString(), "--as", CART, "--without-policy", "-n", "shop");
    assertThat(run.err())
        .contains("warning: 1 broken, and left out; the first is " + log + ":1: ")
        .contains("note: 1 no audit events; the first is " + log + ":2\n")
        .contains("note: 1 refused requests are not counted as needed");
    assertThat(run.out()).doesNotContain("healthz", "never used");
    assertThat(record("nosuch.log").err()).isEqualTo("nosuch.log: no such file or directory");
    assertThat(record(LOG, "--as-group", "a", "--as-group", "b", "-f", POLICY).err())
        .contains("one --as-group at a time");
  }

  /**
   * What a server did with what kubectl asked is enough to let kubectl do the same, and no more.
   */
  @Test
  void theRecordedRolesLetKubectlDoTheSameAgain() throws IOException {
    Path log = directory.resolve("audit.log");
    ServerConfig config =
        ServerConfig.in(directory.resolve("data")).onPort(0).with(Auditing.to(log));
    try (ApiServer server = ApiServer.start(config)) {
      Kubectl admin = Kubectl.on(server.kubeconfig(), directory);
      admin.run("create", "namespace", "shop").ok();
      admin
          .run("create", "clusterrolebinding", "all", "--clusterrole=cluster-admin", "--user=ann")
          .ok();
      Path ann = directory.resolve("ann.kubeconfig");
      Files.writeString(ann, server.kubeconfigFor("ann", List.of()));
      Kubectl kubectl = admin.with(ann);
      List<String[]> done =
          List.of(
              new String[] {"-n", "shop", "create", "configmap", "prices", "--from-literal=a=1"},
              new String[] {"-n", "shop", "get", "configmap", "prices"},
              new String[] {"-n", "shop", "get", "pods"},
              new String[] {"-n", "shop", "delete", "configmap", "prices", "--wait=false"});
      done.forEach(words -> kubectl.run(words).ok());
      Await.until("the log", () -> read(log).contains("\"verb\":\"delete\""));
      Run run =
          record(
              log.toString(), "--as", "ann", "-o", "yaml", "--kubeconfig=" + server.kubeconfig());
      assertThat(run.code()).as(run.err()).isZero();
      admin.run("delete", "clusterrolebinding", "all").ok();
      assertThat(kubectl.run(done.getFirst()).exit()).isNotZero();
      admin.piped(run.out(), "apply", "-f", "-").ok();
      done.forEach(words -> kubectl.run(words).ok());
      assertThat(kubectl.run("-n", "shop", "get", "configmaps").err()).contains("is forbidden");
      assertThat(kubectl.run("get", "pods").err()).contains("is forbidden");
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What is put aside is read to its end, and then what took its place. */
  @Test
  void aLogIsFollowed() throws IOException {
    List<String> lines = Files.readAllLines(Path.of(LOG));
    Path log = directory.resolve("audit.log");
    Files.writeString(log, lines.get(0) + "\n");
    try (FollowedLog followed = new FollowedLog(log)) {
      byte[] first = followed.readNBytes(lines.get(0).length() + 1);
      assertThat(new String(first, StandardCharsets.UTF_8)).startsWith(lines.get(0));
      Files.writeString(log, lines.get(1) + "\n", StandardOpenOption.APPEND);
      Files.move(log, directory.resolve("audit-old.log"));
      Files.writeString(log, lines.get(2) + "\n");
      followed.stop();
      assertThat(new String(followed.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(lines.get(1) + "\n" + lines.get(2) + "\n");
    }
    assertThat(record(log.toString(), "--for", "1ms", "--as", CART, "--without-policy").out())
        .contains("pods");
  }
}
