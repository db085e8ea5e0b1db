package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AccessCommandsTest {
  /** The roles and bindings of Using Authorization Plugins, in its version. */
  private static final String POLICY =
      """
      kind: Role
      apiVersion: rbac.authorization.k8s.io/v1alpha1
      metadata:
        namespace: default
        name: pod-reader
      rules:
        - apiGroups: [""]
          resources: ["pods"]
          verbs: ["get", "watch", "list"]
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1alpha1
      metadata:
        name: read-pods
        namespace: default
      subjects:
        - kind: User
          name: jane
      roleRef:
        kind: Role
        name: pod-reader
        apiGroup: rbac.authorization.k8s.io
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: not-a-policy}
      """;

  private record Run(int code, String out, String err) {}

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("policy.yaml"), POLICY);
    Files.writeString(directory.resolve("notes.txt"), "kind: [");
  }

  private Run inFiles(Object command, String... arguments) {
    return run(
        command,
        Stream.concat(Stream.of(arguments), Stream.of("-f", directory.toString()))
            .toArray(String[]::new));
  }

  private static Run run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(command)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(
                (problem, line, parsed) -> {
                  err.write(Objects.toString(problem.getMessage()));
                  return 1;
                })
            .execute(arguments);
    return new Run(code, out.toString(), err.toString());
  }

  @Test
  void whoCanPrintsATable() {
    Run run = inFiles(new WhoCanCommand(), "list", "po");
    assertThat(run.code()).isZero();
    assertThat(run.out().lines().map(line -> line.replaceAll(" {2,}", "|")))
        .containsExactly(
            "KIND|NAMESPACE|NAME|WHERE|BINDING|ROLE",
            "User|jane|default|RoleBinding/read-pods|Role/pod-reader");
    assertThat(run.err())
        .isEqualTo("note: asked in namespace default; -n asks in another, -A in all\n");
  }

  /** Files are taken as they are; what every cluster starts with is added when asked for. */
  @Test
  void builtInRolesAreThereOnlyIfAskedForAndMarked() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(run(new WhoCanCommand(), "get", "pods", "-f", empty.toString()).out().lines())
        .hasSize(1);
    String[] healthz = {
      "get", "/healthz", "--as=system:anonymous", "--as-group=system:unauthenticated"
    };
    assertThat(inFiles(new WhyCommand(), healthz).out()).startsWith("no: ");
    assertThat(
            inFiles(
                    new WhyCommand(),
                    Stream.concat(Stream.of(healthz), Stream.of("--with-defaults"))
                        .toArray(String[]::new))
                .out())
        .contains(
            """
              ClusterRoleBinding "system:public-info-viewer" of ClusterRole "system:public-info-viewer" to Group "system:unauthenticated" (built-in)
            """);
    assertThat(
            inFiles(new WhoCanCommand(), "delete", "nodes", "--with-defaults")
                .out()
                .lines()
                .map(line -> line.replaceAll(" {2,}", "|")))
        .contains(
            "Group|system:masters|*|ClusterRoleBinding/cluster-admin (built-in)"
                + "|ClusterRole/cluster-admin (built-in)");
  }

  /** Whoever may bind roles may name subjects as he likes. */
  @Test
  void namesDoNotReachTheTerminalAsCommands() throws IOException {
    Files.writeString(
        directory.resolve("evil.yaml"),
        """
        kind: ClusterRoleBinding
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: evil}
        subjects: [{kind: User, name: "a\\u001b[2Jb"}]
        roleRef: {kind: ClusterRole, name: view, apiGroup: rbac.authorization.k8s.io}
        """);
    assertThat(inFiles(new WhoCanCommand(), "list", "pods", "--with-defaults").out())
        .contains("a\\x1b[2Jb")
        .doesNotContain("\u001b");
  }

  @Test
  void typosAreWarningsOrErrors() throws IOException {
    Files.writeString(
        directory.resolve("typo.yaml"),
        """
        kind: ClusterRole
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: typo}
        rulez: []
        """);
    Run lenient = inFiles(new WhoCanCommand(), "gett", "pods", "-n", "default");
    assertThat(lenient.code()).isZero();
    assertThat(lenient.err())
        .isEqualTo(
            """
            warning: %s: document 1: unknown field "rulez"; did you mean "rules"?
            warning: nothing in Kubernetes asks for verb "gett"; did you mean "get"?
            """
                .formatted(directory.resolve("typo.yaml")));
    Run strict = inFiles(new WhoCanCommand(), "get", "pods", "--strict");
    assertThat(strict.code()).isEqualTo(1);
    assertThat(strict.err()).contains("did you mean \"rules\"?");
    assertThat(strict.out()).isEmpty();
  }

  @Test
  void allNamespacesAreAskedAtOnce() {
    Run why = inFiles(new WhyCommand(), "list", "pods", "--as", "jane", "-A");
    assertThat(why.code()).isEqualTo(1);
    assertThat(why.out())
        .startsWith(
            "no: User \"jane\" cannot list resource \"pods\" in API group \"\" at the cluster")
        .endsWith("allowed in default\n");
    assertThat(inFiles(new WhoCanCommand(), "list", "pods", "-A", "-n", "other").out())
        .contains("jane");
    assertThat(inFiles(new WhoCanCommand(), "list", "pods", "-n", "other").out())
        .doesNotContain("jane");
  }

  @Test
  void whyNamesTheGrantInEveryFormat() throws IOException {
    Run table = inFiles(new WhyCommand(), "get", "pods", "web", "--as", "jane");
    assertThat(table.code()).isZero();
    assertThat(table.out())
        .isEqualTo(
            """
            yes: User "jane" can get resource "pods" in API group "" in the namespace "default"
                 STAGE            STATION   VERDICT     REASON
                 Authentication   files     not asked   User "jane" in groups ["system:authenticated"] is taken as named
            =>   Authorization    RBAC      allowed     RBAC: allowed by RoleBinding "read-pods/default" of Role "pod-reader" to User "jane"
              RoleBinding "read-pods/default" of Role "pod-reader" to User "jane"
                by its rule {APIGroups:[""], Resources:["pods"], Verbs:["get" "watch" "list"]}
            """);
    JsonNode json =
        new ObjectMapper()
            .readTree(inFiles(new WhyCommand(), "get", "pods", "--as", "jane", "-o", "json").out());
    assertThat(json.at("/grants/0/binding/name").asText()).isEqualTo("read-pods");
    assertThat(inFiles(new WhyCommand(), "get", "pods", "--as", "jane", "-o", "yaml").out())
        .startsWith("allowed: true\ngrants:\n")
        .contains("request:\n", "  user: jane\n");
  }

  @Test
  void whyNotNamesWhatIsMissingAndWhatWouldDo() {
    Run run = inFiles(new WhyCommand(), "delete", "pods", "web", "--as", "jane");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .startsWith(
            """
            no: User "jane" cannot delete resource "pods" in API group "" in the namespace "default"
                 STAGE            STATION   VERDICT     REASON
                 Authentication   files     not asked   User "jane" in groups ["system:authenticated"] is taken as named
            =>   Authorization    RBAC      refused     no role or binding allows it
                 Admission        dry run   not asked   authorization does not let it through
            nearest:
              Role "pod-reader/default", bound by RoleBinding "read-pods/default": verb "delete" is not in ["get" "watch" "list"]
            """)
        .contains("the smallest grant that would allow it:\n---\n", "name: jane-delete-pods");
  }

  /** As the guide of Kubernetes grants a GMSACredentialSpec, which belongs to the whole cluster. */
  private static final String GMSA =
      """
      kind: ClusterRole
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: webapp1-user}
      rules:
        - {apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [use], resourceNames: [gmsa-webapp1]}
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: use-webapp1, namespace: apps}
      subjects: [{kind: ServiceAccount, name: default, namespace: apps}]
      roleRef: {kind: ClusterRole, name: webapp1-user, apiGroup: rbac.authorization.k8s.io}
      """;

  /**
   * Admission asks for {@code use} in the pod's namespace, whatever the resource's own scope is.
   */
  @Test
  void useOfAClusterScopedResourceIsAskedInTheNamespace() throws IOException {
    Files.writeString(directory.resolve("gmsa.yaml"), GMSA);
    assertThat(mayUse("apps").out())
        .startsWith("yes: User ")
        .contains("\n  RoleBinding \"use-webapp1/apps\" of ClusterRole \"webapp1-user\"");
    assertThat(
            inFiles(
                    new WhoCanCommand(),
                    "use",
                    "gmsacredentialspecs.windows.k8s.io",
                    "gmsa-webapp1",
                    "-n",
                    "apps")
                .out())
        .contains("RoleBinding/use-webapp1");
    assertThat(mayUse("default").out())
        .startsWith(
            "no: User \"system:serviceaccount:apps:default\" cannot use resource"
                + " \"gmsacredentialspecs\" in API group \"windows.k8s.io\" in the namespace"
                + " \"default\"\n")
        .contains(
            """
            nearest:
              ClusterRole "webapp1-user", bound by RoleBinding "use-webapp1/apps": it counts in namespace "apps" only
            """)
        .doesNotContain("nothing binds it");
  }

  private Run mayUse(String namespace) {
    return inFiles(
        new WhyCommand(),
        "use",
        "gmsacredentialspecs.windows.k8s.io",
        "gmsa-webapp1",
        "--as=system:serviceaccount:apps:default",
        "--namespace=" + namespace);
  }

  @Test
  void mastersMayDoAnything() {
    Run run =
        inFiles(new WhyCommand(), "delete", "nodes", "--as", "x", "--as-group", "system:masters");
    assertThat(run.out())
        .isEqualTo(
            """
            yes: User "x" can delete resource "nodes" in API group "" at the cluster scope
                 STAGE            STATION          VERDICT     REASON
                 Authentication   files            not asked   User "x" in groups ["system:masters" "system:authenticated"] is taken as named
            =>   Authorization    system:masters   allowed     members may do anything
                 Admission        dry run          not asked   files have none
              members of system:masters may do anything
            """);
  }

  @Test
  void saysWhatItDoesNotUnderstand() throws IOException {
    assertThat(inFiles(new WhoCanCommand(), "get", "flurbls", "-n", "x").err())
        .isEqualTo(
            "warning: nothing here knows resource \"flurbls\"; name its group, as in"
                + " flurbls.example.com\n");
    assertThat(inFiles(new WhyCommand(), "get", "pods").err())
        .isEqualTo("who would do it? name somebody with --as");
    Path bad = Files.writeString(directory.resolve("bad.yaml"), POLICY + "---\nkind: [");
    assertThat(inFiles(new WhoCanCommand(), "get", "pods").err())
        .startsWith(bad + ": document 4: yaml: ");
    assertThat(run(new WhoCanCommand(), "get", "pods", "-f", "/nowhere").err())
        .isEqualTo("/nowhere: no such file or directory");
  }
}
