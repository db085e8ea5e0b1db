package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.audit.AuditLogOptions;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Auditing;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One answer from top to bottom, of a server that is asked as anybody's would be. */
class WhyOnAServerTest {
  private static final String SETUP =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: shop, labels: {pod-security.kubernetes.io/enforce: baseline}}
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: default, namespace: shop}
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: ivy, namespace: shop}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: maker}
      rules:
      - {apiGroups: [""], resources: [pods], verbs: [create]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: makes, namespace: shop}
      subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: maker}
      """;

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        hostNetwork: %s
        securityContext: {runAsUser: 1000, runAsGroup: 3000, supplementalGroupsPolicy: Strict}
        containers: [{name: app, image: nowhere.example/app}]
      """;

  private static final String CREATE = "--request=POST /api/v1/namespaces/shop/pods";

  @TempDir private static Path directory;
  private static ApiServer server;
  private static Kubectl kubectl;
  private static Path audit;
  private static Path ivy;
  private static String good;
  private static String bad;

  @BeforeAll
  static void start() throws IOException {
    audit = directory.resolve("audit.log");
    server =
        ApiServer.start(
            ServerConfig.in(directory.resolve("data"))
                .onPort(0)
                .with(
                    new Auditing(
                        Optional.of(audit.toString()),
                        AuditLogOptions.of(0, 0, 0),
                        Optional.empty())));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.piped(SETUP, "apply", "-f", "-").ok();
    String token = kubectl.run("create", "token", "ivy", "-n", "shop").ok().strip();
    ivy =
        Files.writeString(
            directory.resolve("ivy.kubeconfig"),
            Files.readString(server.kubeconfig())
                .replaceAll("client-certificate-data: .*", "token: " + token)
                .replaceAll(" *client-key-data: .*\\n", ""));
    good = Files.writeString(directory.resolve("good.yaml"), POD.formatted("false")).toString();
    bad = Files.writeString(directory.resolve("bad.yaml"), POD.formatted("true")).toString();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static WhyRun why(String... arguments) {
    return whyAs(server.kubeconfig(), arguments);
  }

  private static WhyRun whyAs(Path kubeconfig, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--kubeconfig=" + kubeconfig);
    all.add("--images=" + directory.resolve("no-images"));
    return WhyRun.of(all.toArray(String[]::new));
  }

  @Test
  void aWriteIsTriedAsTheUserAndNothingIsWritten() {
    WhyRun run = why(CREATE, "-f=" + good, "--as=jane");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.squeezed())
        .startsWith(
            """
            yes: User "jane" can create resource "pods" in API group "" in the namespace "shop"
            STAGE STATION VERDICT REASON
            Authentication SelfSubjectReview allowed you are taken for User "kubernetes-admin" in groups ["system:masters" "system:authenticated"]
            Authentication impersonation allowed you may act as User "jane" in groups ["system:authenticated"]
            => Authorization RBAC allowed RBAC: allowed by RoleBinding "makes/shop" of ClusterRole "maker" to User "jane"
            """)
        .containsPattern("\n- .*spec\\.serviceAccountName")
        .contains("\nIdentity app allowed uid 1000 (pod's securityContext.runAsUser), gid 3000")
        .doesNotContain("terminationMessagePath", "creationTimestamp");
    assertThat(kubectl.run("get", "pods", "-n", "shop").ok()).isEmpty();
  }

  @Test
  void thePluginThatRefusesDecides() throws IOException {
    WhyRun run = why(CREATE, "-f=" + bad, "--as=jane");
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.squeezed())
        .startsWith(
            "no: User \"jane\" can create resource \"pods\" in API group \"\" in the namespace"
                + " \"shop\", but PodSecurity refuses it\n")
        .contains(
            "\nAuthorization RBAC allowed ",
            "\n=> Admission PodSecurity refused pods \"web\" is forbidden: violates PodSecurity"
                + " \"baseline:latest\": host namespaces (hostNetwork=true)\n");
    JsonNode json =
        new ObjectMapper()
            .readTree(
                why("create", "pods", "-n=shop", "--object=" + bad, "-o=json", "--as=jane").out());
    assertThat(json.path("allowed").asBoolean(true)).isFalse();
    assertThat(deciding(json)).isEqualTo("Admission PodSecurity Refused");
  }

  private static String deciding(JsonNode json) {
    for (JsonNode each : json.path("stations")) {
      if (each.path("decides").asBoolean()) {
        return each.path("stage").asText()
            + " "
            + each.path("name").asText()
            + " "
            + each.path("verdict").asText();
      }
    }
    return "";
  }

  @Test
  void whoIsRefusedDoesNotGetToAdmission() {
    assertThat(why(CREATE, "-f=" + good, "--as=eve").squeezed())
        .contains(
            "\nAuthorization RBAC no opinion",
            "\n=> Authorization server refused ",
            "\nAdmission dry run not asked authorization does not let it through\n");
  }

  @Test
  void whoMayNotActAsTheUserTriesAsOneself() throws IOException {
    kubectl
        .piped(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: asker}
            rules:
            - {apiGroups: [authorization.k8s.io], resources: [subjectaccessreviews], verbs: [create]}
            - {apiGroups: [rbac.authorization.k8s.io], resources: ["*"], verbs: [list]}
            - {apiGroups: [""], resources: [pods], verbs: [create]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: ivy-asks}
            subjects: [{kind: ServiceAccount, name: ivy, namespace: shop}]
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: asker}
            """,
            "apply",
            "-f",
            "-")
        .ok();
    WhyRun run = whyAs(ivy, CREATE, "-f=" + bad, "--as=jane");
    kubectl.run("delete", "clusterrolebinding", "ivy-asks").ok();
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.squeezed())
        .contains(
            "Authentication impersonation not asked User \"jane\" in groups"
                + " [\"system:authenticated\"] is taken as named; you may not act so: User"
                + " \"system:serviceaccount:shop:ivy\" cannot impersonate resource \"users\" in API"
                + " group \"\" at the cluster scope\n",
            "Admission dry run unknown tried as yourself, since you may not act as the user:"
                + " PodSecurity: pods \"web\" is forbidden: violates PodSecurity");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete pods web -n shop --as system:admin --as-group system:masters",
        "create pods -n shop --as jane",
        "create pods/exec web -n shop --as x --as-group system:masters",
        "create serviceaccounts/token ivy -n shop --as x --as-group system:masters"
      })
  void whatCannotBeTriedIsNotSent(String question) {
    String[] arguments = (question + " --object " + good).split(" ");
    WhyRun run = question.startsWith("create pods -n") ? why(question.split(" ")) : why(arguments);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.squeezed()).contains("\nAdmission dry run not asked ");
  }

  /** The server itself says how it reads a request: by the sentence of its refusal. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/v1/namespaces/shop/pods/web",
        "HEAD /api/v1/namespaces/shop/pods/web",
        "GET /api/v1/namespaces/shop/pods",
        "GET /api/v1/namespaces/shop/pods?watch=true",
        "GET /api/v1/namespaces/shop/pods?watch=false",
        "GET /api/v1/watch/namespaces/shop/pods",
        "GET /api/v1/pods?fieldSelector=metadata.name%3Dweb",
        "DELETE /api/v1/namespaces/shop/pods",
        "DELETE /api/v1/namespaces/shop/pods/web",
        "GET /api/v1/namespaces/shop",
        "PUT /api/v1/namespaces/shop/finalize",
        "PATCH /api/v1/namespaces/shop/pods/web/status",
        "POST /api/v1/namespaces/shop/pods/web/exec?command=sh",
        "GET /api/v1/namespaces/shop/services/http:web:80/proxy/a//b",
        "GET /api/v1/proxy/namespaces/shop/pods/web/x",
        "PUT /apis/apps/v1/namespaces/shop/deployments/web/scale",
        "GET /apis/acme.io/v1/widgets/w",
        "DELETE /api/v1//pods",
        "GET /api/v1/namespaces/shop/pods/%77eb",
        "POST /logs/x",
        "GET /metrics?x=y"
      })
  void aRequestIsReadAsTheServerReadsIt(String request) throws Exception {
    String target = request.substring(request.indexOf(' ') + 1);
    String method = request.substring(0, request.indexOf(' '));
    String refusal;
    try (ClusterApi cluster = new ClusterApi(ClientConfig.read(ivy))) {
      ClusterApi.Reply reply = cluster.send(method, target, "application/json", new byte[0]);
      assertThat(reply.code()).isEqualTo(403);
      refusal = reply.body().path("message").asText();
    }
    WhyRun run = whyAs(ivy, "--request=" + request);
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    String sentence = run.out().lines().findFirst().orElse("").substring("no: ".length());
    if (!method.equals("HEAD")) { // which has no body to say it in
      assertThat(refusal).endsWith(sentence);
    }
    assertThat(sentence).startsWith("User \"system:serviceaccount:shop:ivy\" cannot ");
  }

  /** The id is in the log only: whoever was refused tells it to whoever may read the log. */
  private static String idOf(String user, String part) throws IOException {
    for (String line : Files.readAllLines(audit)) {
      JsonNode event = new ObjectMapper().readTree(line);
      String who =
          event.has("impersonatedUser")
              ? event.at("/impersonatedUser/username").asText()
              : event.at("/user/username").asText();
      if (who.equals(user)
          && event.path("requestURI").asText().contains(part)
          && event.at("/responseStatus/code").asInt() == 403) {
        return event.path("auditID").asText();
      }
    }
    throw new AssertionError("no refusal of " + user);
  }

  @Test
  void aRefusalThatHappenedIsExplainedAndComparedWithToday() throws IOException {
    kubectl.run("delete", "pod", "web", "-n", "shop", "--as=mia").refused();
    String id = "--audit-id=" + idOf("mia", "/pods/web");
    WhyRun before = why(id, "--audit-log=" + audit);
    assertThat(before.code()).as(before.err()).isEqualTo(1);
    assertThat(before.squeezed())
        .startsWith("no: User \"mia\" cannot ")
        .contains(
            "\nAuthentication impersonation allowed acts as User \"mia\" in groups"
                + " [\"system:authenticated\"]\n",
            "\n=> Authorization server refused ",
            "\ntoday, by the cluster's policy as it is now, authorizers say the same:\nno: ",
            "the smallest grant that would allow it:");
    kubectl
        .run("create", "clusterrolebinding", "mia", "--clusterrole=cluster-admin", "--user=mia")
        .ok();
    WhyRun after = why(id, "--audit-log=" + audit);
    assertThat(after.code()).isEqualTo(1);
    assertThat(after.squeezed())
        .contains(
            "\ntoday, by the cluster's policy as it is now, authorizers say otherwise:\nyes: ");
  }

  @Test
  void admissionsRefusalInTheLogIsToldApart() throws IOException {
    kubectl.run("create", "-n", "shop", "-f", bad, "--as=jane").refused();
    WhyRun run = why("--audit-id=" + idOf("jane", "/pods"), "--audit-log=" + audit);
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.squeezed())
        .startsWith("no: User \"jane\" can create resource \"pods\"")
        .contains(", but PodSecurity refused it\n", "\nAuthorization server allowed ");
  }

  @Test
  void actingAsSomebodyIsRefusedBeforeTheRequest() throws IOException {
    Kubectl.on(ivy, directory).run("get", "configmaps", "-n", "shop", "--as=root").refused();
    WhyRun run =
        why(
            "--audit-id=" + idOf("system:serviceaccount:shop:ivy", "configmaps"),
            "--audit-log=" + audit);
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    assertThat(run.squeezed())
        .startsWith("no: users \"root\" is forbidden: ")
        .contains("\n=> Authentication impersonation refused ");
  }

  @Test
  void aClusterThatIsAwayDoesNotHideWhatTheLogSays() throws IOException {
    kubectl.run("get", "secrets", "-n", "shop", "--as=noa").refused();
    Path away =
        Files.writeString(
            directory.resolve("away.kubeconfig"),
            Files.readString(server.kubeconfig())
                .replaceAll("server: .*", "server: https://127.0.0.1:1"));
    WhyRun run = whyAs(away, "--audit-id=" + idOf("noa", "secrets"), "--audit-log=" + audit);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("no: User \"noa\" cannot list resource \"secrets\"")
        .contains("not known: the answer of today: no answer from https://127.0.0.1:1");
  }
}
