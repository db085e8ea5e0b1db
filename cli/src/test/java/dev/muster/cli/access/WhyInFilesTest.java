package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests, objects and audit logs, without a cluster. */
class WhyInFilesTest {
  private static final String POLICY =
      """
      kind: ClusterRole
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: maker}
      rules: [{apiGroups: [""], resources: [pods], verbs: [create, get]}]
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: makes, namespace: shop}
      subjects: [{kind: User, name: jane}]
      roleRef: {kind: ClusterRole, name: maker, apiGroup: rbac.authorization.k8s.io}
      """;

  private static final String POD =
      """
      kind: Pod
      apiVersion: v1
      metadata: {name: web}
      spec:
        securityContext: {runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroupsPolicy: Strict}
        containers: [{name: app, image: nowhere.example/app}, {name: root, image: nowhere.example/app, securityContext: {runAsNonRoot: true, runAsUser: 0}}]
      """;

  @TempDir private Path directory;
  private String policy = "";
  private String pod = "";

  @BeforeEach
  void write() throws IOException {
    policy = Files.writeString(directory.resolve("policy.yaml"), POLICY).toString();
    pod = Files.writeString(directory.resolve("pod.yaml"), POD).toString();
  }

  @Test
  void aRequestIsAnsweredFromTopToBottom() {
    WhyRun run =
        WhyRun.of(
            "--request=POST /api/v1/namespaces/shop/pods",
            "--as=jane",
            "-f=" + policy,
            "-f=" + pod,
            "--images=" + directory.resolve("none"));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.squeezed())
        .isEqualTo(
            """
            yes: User "jane" can create resource "pods" in API group "" in the namespace "shop"
            STAGE STATION VERDICT REASON
            Authentication files not asked User "jane" in groups ["system:authenticated"] is taken as named
            => Authorization RBAC allowed RBAC: allowed by RoleBinding "makes/shop" of ClusterRole "maker" to User "jane"
            Admission dry run not asked files have none
            Identity app allowed uid 1000 (pod's securityContext.runAsUser), gid 3000 (pod's securityContext.runAsGroup), groups 2000,3000
            Identity root refused container's runAsUser breaks non-root policy (pod: "web_default()", container: root)
            RoleBinding "makes/shop" of ClusterRole "maker" to User "jane"
            by its rule {APIGroups:[""], Resources:["pods"], Verbs:["create" "get"]}
            identity:
            CONTAINER UID GID GROUPS POLICY
            app 1000 3000 2000,3000 Strict
            root - - - refused

            app:
            uid 1000 pod's securityContext.runAsUser
            gid 3000 pod's securityContext.runAsGroup
            group 2000 pod's securityContext.fsGroup

            root:
            refused: container's runAsUser breaks non-root policy (pod: "web_default()", container: root)
            """);
  }

  @Test
  void scriptsGetTheSame() throws IOException {
    JsonNode json =
        new ObjectMapper()
            .readTree(
                WhyRun.of(
                        "create",
                        "pods",
                        "-n=shop",
                        "--as=jane",
                        "-f=" + policy,
                        "--object=" + pod,
                        "-o=json")
                    .out());
    assertThat(json.at("/allowed").asBoolean()).isTrue();
    assertThat(json.at("/stations/1/decides").asBoolean()).isTrue();
    assertThat(json.at("/stations/2/verdict").asText()).isEqualTo("NotAsked");
    assertThat(json.at("/identity/0/uid/id").asInt()).isEqualTo(1000);
    assertThat(json.at("/grants/0/binding/name").asText()).isEqualTo("makes");
  }

  @ParameterizedTest
  @CsvSource({
    "POST /api/v1/namespaces/shop/pods, 0",
    "POST /api/v1/namespaces/other/pods, 1",
    "GET /api/v1/namespaces/shop/pods/web, 0",
    "GET /api/v1/namespaces/shop/pods/web/log, 1",
    "GET /api/v1/pods?watch=true, 1",
    "PATCH /api/v1/namespaces/shop/pods/web, 1",
  })
  void whatTheRequestWritesIsTheObject(String request, int code) {
    WhyRun run = WhyRun.of("--request=" + request, "--as=jane", "-f=" + policy, "-f=" + pod);
    assertThat(run.code()).as(run.err()).isEqualTo(code);
    assertThat(run.out().contains("identity:")).isEqualTo(!request.startsWith("GET"));
  }

  /** An image that is not here decides, so that nothing is known, and nothing is made up. */
  @Test
  void theTemplatesOfWorkloadsHaveProcessesToo() throws IOException {
    Path job =
        Files.writeString(
            directory.resolve("job.yaml"),
            """
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: nightly}
            spec: {schedule: "0 0 * * *", jobTemplate: {spec: {template: {spec: {containers: [{name: run, image: nowhere.example/x}]}}}}}
            """);
    WhyRun run =
        WhyRun.of(
            "--request=POST /apis/batch/v1/namespaces/shop/cronjobs",
            "--as=x",
            "--as-group=system:masters",
            "-f=" + policy,
            "-f=" + job,
            "--images=" + directory.resolve("none"));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.squeezed()).contains("\nIdentity run unknown uid ?, gid ?, groups ?\n");
  }

  @Test
  void ofSeveralObjectsNoneIsChosen() throws IOException {
    Path pods = Files.writeString(directory.resolve("pods.yaml"), POD + "---\n" + POD);
    String request = "--request=POST /api/v1/namespaces/shop/pods";
    assertThat(WhyRun.of(request, "--as=jane", "-f=" + pods).err())
        .isEqualTo("-f: one object can be written by a request, here are 2");
    assertThat(WhyRun.of(request.replace("pods", "services"), "--as=jane", "-f=" + pods).err())
        .isEqualTo("-f: there is neither a role or binding nor what the request writes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get | what is asked? name a verb and a resource, or --request, or --audit-id",
        "get pods --request=x | what is asked? name a verb and a resource, or --request, or --audit-id",
        "--request=pods | a request is a method and a path, as in \"POST /api/v1/namespaces/default/pods\"",
        "--audit-id=x | where is the audit log? name it with --audit-log",
        "get pods --audit-log=x | which request of the log? name it with --audit-id",
        "--audit-id=x --audit-log=/nowhere | /nowhere: no such file",
        "--audit-id=x --audit-log=/dev/null | no request with id \"x\" in 0 entries of the log",
      })
  void whatIsNotUnderstoodIsASentence(String arguments, String sentence) {
    WhyRun run = WhyRun.of(arguments.strip().split(" "));
    assertThat(run.code()).isNotZero();
    assertThat(run.err().lines().findFirst()).hasValue(sentence);
  }

  @Test
  void filesWithoutEndAreRefused() throws IOException {
    Path huge = directory.resolve("huge.yaml");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    assertThat(WhyRun.of("get", "pods", "--as=jane", "-f=" + huge).err())
        .isEqualTo(huge + ": larger than 64 MiB");
    assertThat(WhyRun.of("create", "pods", "--as=jane", "-f=" + policy, "--object=/dev/zero").err())
        .isEqualTo("/dev/zero: larger than 64 MiB");
    WhyRun bomb =
        WhyRun.of("--request=POST /api/v1/pods", "--as=jane", "-f=" + bomb(), "-f=" + policy);
    assertThat(bomb.code()).isEqualTo(1);
    assertThat(bomb.err()).contains("bomb.yaml: document 1: ").hasSizeLessThan(1000);
  }

  private Path bomb() throws IOException {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      yaml.append("a%d: &a%d [".formatted(i, i)).append(("*a" + (i - 1) + ", ").repeat(9));
      yaml.append("*a").append(i - 1).append("]\n");
    }
    return Files.writeString(directory.resolve("bomb.yaml"), yaml);
  }

  private Path log(String user, String decision, int code, String message) throws IOException {
    return Files.writeString(
        directory.resolve("audit.log"),
        """
        {"kind":"Event","apiVersion":"audit.k8s.io/v1","auditID":"a-1","stage":"ResponseComplete",\
        "requestURI":"/api/v1/namespaces/shop/pods","verb":"create","user":{"username":"%s","groups":["system:authenticated"]},\
        "objectRef":{"resource":"pods","namespace":"shop","name":"web","apiVersion":"v1"},\
        "responseStatus":{"code":%d,"reason":"Forbidden","message":"%s"},"requestReceivedTimestamp":"2026-01-02T03:04:05.000000Z",\
        "annotations":{"authorization.k8s.io/decision":"%s","authorization.k8s.io/reason":""}}
        """
            .formatted(user, code, message, decision));
  }

  @Test
  void aRefusalThatHappenedIsExplained() throws IOException {
    WhyRun run =
        WhyRun.of(
            "--audit-id=a-1", "--audit-log=" + log("eve", "forbid", 403, "no"), "-f=" + policy);
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.squeezed())
        .startsWith(
            """
            no: User "eve" cannot create resource "pods" in API group "" in the namespace "shop"
            create /api/v1/namespaces/shop/pods at 2026-01-02T03:04:05.000000Z, answered with 403 Forbidden
            STAGE STATION VERDICT REASON
            Authentication credentials allowed User "eve" in groups ["system:authenticated"]
            => Authorization server refused no mode allowed it
            by the policy in the files, authorizers say the same:
            no: User "eve" cannot create resource "pods" in API group "" in the namespace "shop"
            nearest:
            """);
    assertThat(run.out()).doesNotContain("resourceNames"); // authorizers were told of no name
  }

  @Test
  void admissionsRefusalIsNotAuthorizations() throws IOException {
    Path log =
        log(
            "jane",
            "allow",
            403,
            "pods \\\"web\\\" is forbidden: exceeded quota: q, limited: pods=0");
    WhyRun run = WhyRun.of("--audit-id=a-1", "--audit-log=" + log, "-f=" + policy);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .startsWith(
            "no: User \"jane\" can create resource \"pods\" in API group \"\" in the namespace"
                + " \"shop\", but ResourceQuota refused it\n");
    JsonNode json =
        new ObjectMapper()
            .readTree(
                WhyRun.of("--audit-id=a-1", "--audit-log=" + log, "-f=" + policy, "-o=json").out());
    assertThat(json.path("allowed").asBoolean()).isFalse();
    assertThat(json.path("changed").asBoolean(true)).isFalse();
    assertThat(json.at("/inFiles/allowed").asBoolean()).isTrue();
    assertThat(json.at("/event/code").asInt()).isEqualTo(403);
  }

  /** Whoever sends requests chooses names and paths. */
  @Test
  void logsDoNotReachTheTerminalAsCommands() throws IOException {
    Path log = log("a\\u001b[2J\\u202eb", "forbid", 403, "x\\u001b]0;y\\u0007\\nz");
    Files.writeString(
        log, Files.readString(log).replace("\"verb\":\"create\"", "\"verb\":\"cre\\u001b[1mate\""));
    WhyRun run = WhyRun.of("--audit-id=a-1", "--audit-log=" + log, "-f=" + policy);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out() + run.err()).doesNotContain("\u001b", "\u0007", "\u202e");
  }
}
