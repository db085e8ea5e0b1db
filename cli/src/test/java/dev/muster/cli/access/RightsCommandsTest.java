package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code muster can} and {@code muster what-if}, on files. */
class RightsCommandsTest {
  private static final String POLICY =
      """
      kind: ClusterRole
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: reader}
      rules:
      - {apiGroups: [""], resources: [pods], verbs: [get, list]}
      - {nonResourceURLs: [/metrics], verbs: [get]}
      ---
      kind: ClusterRoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: all-read}
      subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: crew}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
      ---
      kind: Role
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: keeper, namespace: shop}
      rules:
      - {apiGroups: [""], resources: [secrets], resourceNames: [db], verbs: [get]}
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: ann-keeps, namespace: shop}
      subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: ann}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: keeper}
      """;

  private record Run(int code, String out, String err) {}

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("policy.yaml"), POLICY);
  }

  private static Run run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Run(line.execute(arguments), out.toString(), err.toString());
  }

  private String policy() {
    return directory.resolve("policy.yaml").toString();
  }

  @Test
  void everythingThatSomebodyMayDoIsATable() {
    Run run = run(new CanCommand(), "--as", "ann", "--as-group", "crew", "-f", policy(), "--rows");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            WHERE        RESOURCE   NAMES   VERBS      DANGEROUS
            everywhere   pods               get,list
            everywhere   /metrics           get
            shop         secrets    db      get        reads secrets
            """);
    assertThat(run(new CanCommand(), "--as", "bob", "-f", policy()).out())
        .isEqualTo("no role is bound to them\n");
  }

  @Test
  void namespacesAndResourcesAreAMatrix() {
    assertThat(run(new CanCommand(), "--as", "ann", "--as-group", "crew", "-f", policy()).out())
        .isEqualTo(
            """
            RESOURCE     everywhere   shop
            pods         gl
            /metrics     g
            secrets db                g!
            g get, l list, w watch, c create, u update, p patch, d delete, D deletecollection, * all, ! dangerous

            dangerous:
            WHERE   RESOURCE   NAMES   VERBS   DANGEROUS
            shop    secrets    db      get     reads secrets
            """);
  }

  /** The account that a deployer can let pods run as may bind what it likes. */
  private static final String LEADING_ON =
      """
      kind: Role
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: deployer, namespace: shop}
      rules:
      - {apiGroups: [apps], resources: [deployments], verbs: [create]}
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: deploys, namespace: shop}
      subjects: [{kind: ServiceAccount, name: ci}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      ---
      kind: ClusterRoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: operator}
      subjects: [{kind: ServiceAccount, name: operator, namespace: shop}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
      """;

  @Test
  void waysToBecomeMoreAreShownStepByStep() throws IOException {
    Path file = Files.writeString(directory.resolve("leading.yaml"), LEADING_ON);
    Run run = run(new CanCommand(), "shop/ci", "-f", file.toString(), "--with-defaults");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains(
            """

            ways to become more:
            1. ServiceAccount "operator/shop", who may do anything
               - create one of deployments whose pod runs as ServiceAccount "operator/shop"
            """)
        .contains("     $ printf %s '{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"");
    JsonNode tree =
        new ObjectMapper()
            .readTree(
                run(
                        new CanCommand(),
                        "ci",
                        "-n",
                        "shop",
                        "-f",
                        file.toString(),
                        "--with-defaults",
                        "-o",
                        "json")
                    .out());
    assertThat(tree.at("/escalationPaths/0/everything").asBoolean()).isTrue();
    assertThat(tree.at("/escalationPaths/0/steps/0/sentence").asText()).startsWith("create one");
    assertThat(tree.at("/rights").findValues("dangers"))
        .extracting(JsonNode::toString)
        .containsOnlyOnce("[\"DEPLOYMENTS\"]");
    assertThat(run(new CanCommand(), "ci", "--as", "x", "-f", file.toString()).code()).isNotZero();
  }

  private Run whatIf(String change, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("change"), change);
    String[] arguments = new String[4 + more.length];
    System.arraycopy(new String[] {"-f", file.toString(), "--on", policy()}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    return run(new WhatIfCommand(), arguments);
  }

  @Test
  void whoGainsAndLosesIsShownBeforeItIsSo() throws IOException {
    Run run =
        whatIf(
            """
            kind: ClusterRole
            apiVersion: rbac.authorization.k8s.io/v1
            metadata: {name: reader}
            rules:
            - {apiGroups: [""], resources: [pods, pods/exec], verbs: [get, create]}
            """);
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out())
        .isEqualTo(
            """
                SUBJECT        WHERE        RESOURCE    NAMES   VERBS        DANGEROUS
            +   Group "crew"   everywhere   pods                create       makes pods, with any service account of their namespace
            +   Group "crew"   everywhere   pods/exec           create,get   runs commands in others' pods
            -   Group "crew"   everywhere   pods                list
            -   Group "crew"   everywhere   /metrics            get
            """);
  }

  @Test
  void whatIsDeletedIsLost() throws IOException {
    Run run = whatIf(POLICY, "--delete", "-o", "json");
    assertThat(run.code()).isZero();
    JsonNode tree = new ObjectMapper().readTree(run.out());
    assertThat(tree.findValuesAsText("name")).containsExactly("crew", "ann");
    assertThat(tree.at("/changes/1/loses/0/namespace").asText()).isEqualTo("shop");
    assertThat(tree.at("/changes/1/gains").isMissingNode()).isTrue();
    assertThat(whatIf(POLICY.substring(0, POLICY.indexOf("kind: Role\n")), "--prune").out())
        .contains("-   User \"ann\"")
        .doesNotContain("crew");
    assertThat(whatIf(POLICY).out()).isEqualTo("nobody gains or loses anything\n");
  }

  @Test
  void onlyRolesAndBindingsArePruned() throws IOException {
    Path there =
        Files.writeString(
            directory.resolve("there.yaml"),
            POLICY
                + """
                ---
                kind: ValidatingWebhookConfiguration
                apiVersion: admissionregistration.k8s.io/v1
                metadata: {name: guard}
                webhooks:
                - name: guard.example.com
                  rules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}]
                ---
                kind: PodSecurityPolicy
                apiVersion: policy/v1beta1
                metadata: {name: small}
                spec: {}
                """);
    Path same = Files.writeString(directory.resolve("same.yaml"), POLICY);
    Run run = run(new WhatIfCommand(), "-f", same.toString(), "--on", there.toString(), "--prune");
    assertThat(run.out()).isEqualTo("nobody gains or loses anything\n");
  }

  @Test
  void linesOfAbacAndGroupsChangeWhoMayDoWhat() throws IOException {
    String line =
        """
        apiVersion: abac.authorization.kubernetes.io/v1beta1
        kind: Policy
        spec: {user: bob, namespace: shop, resource: pods, apiGroup: ""}
        """;
    Run added = whatIf(line);
    assertThat(added.code()).isEqualTo(3);
    assertThat(added.out())
        .contains("+   User \"bob\"   shop    pods/exec")
        .contains("runs commands in others' pods");
    assertThat(whatIf(line, "--delete").out()).contains("-   User \"bob\"   shop    pods ");
    Run joined =
        run(new WhatIfCommand(), "--on", policy(), "--join", "bob=crew", "--join", "x=y=crew");
    assertThat(joined.code()).isZero();
    assertThat(joined.out())
        .isEqualTo(
            """
                SUBJECT      WHERE        RESOURCE   NAMES   VERBS      DANGEROUS
            +   User "bob"   everywhere   pods               get,list
            +   User "bob"   everywhere   /metrics           get
            +   User "x=y"   everywhere   pods               get,list
            +   User "x=y"   everywhere   /metrics           get
            """);
    assertThat(run(new WhatIfCommand(), "--on", policy(), "--leave", "bob=crew").out())
        .contains("-   User \"bob\"");
    assertThat(run(new WhatIfCommand(), "--on", policy(), "--join", "bob").err())
        .contains("invalid membership \"bob\": write USER=GROUP, as in alice=crew");
  }

  @Test
  void podSecurityPoliciesAreComparedFieldByField() throws IOException {
    String policy =
        """
        kind: PodSecurityPolicy
        apiVersion: policy/v1beta1
        metadata: {name: tight}
        spec:
          privileged: %s
          volumes: [secret%s]
          runAsUser: {rule: %s}
        ---
        """;
    String use =
        """
        kind: ClusterRole
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: uses}
        rules:
        - {apiGroups: [policy], resources: [podsecuritypolicies], resourceNames: [tight], verbs: [use]}
        ---
        kind: ClusterRoleBinding
        apiVersion: rbac.authorization.k8s.io/v1
        metadata: {name: uses}
        subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: crew}]
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: uses}
        """;
    Path there =
        Files.writeString(
            directory.resolve("psp.yaml"), policy.formatted("false", "", "MustRunAsNonRoot") + use);
    Path change =
        Files.writeString(
            directory.resolve("wider.yaml"), policy.formatted("true", ", hostPath", "RunAsAny"));
    Run run = run(new WhatIfCommand(), "-f", change.toString(), "--on", there.toString());
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out())
        .isEqualTo(
            """
            + PodSecurityPolicy "tight" allows privileged: true
            + PodSecurityPolicy "tight" allows volumes: hostPath
            + PodSecurityPolicy "tight" allows runAsUser: {"rule":"RunAsAny"}
              PodSecurityPolicy "tight" may be used by Group "crew"
            """);
    Run gone =
        run(new WhatIfCommand(), "-f", change.toString(), "--on", there.toString(), "--delete");
    assertThat(gone.code()).isZero();
    assertThat(gone.out()).contains("forbids it is gone");
  }

  @Test
  void whatAdmissionIsAskedAboutIsTold() throws IOException {
    Run run =
        whatIf(
            """
            kind: ValidatingAdmissionPolicy
            apiVersion: admissionregistration.k8s.io/v1
            metadata: {name: no-root}
            spec:
              matchConstraints:
                resourceRules:
                - {apiGroups: [apps], apiVersions: [v1], operations: [UPDATE, CREATE], resources: [deployments]}
            ---
            kind: ValidatingAdmissionPolicyBinding
            apiVersion: admissionregistration.k8s.io/v1
            metadata: {name: no-root}
            spec: {policyName: no-root, validationActions: [Deny]}
            """);
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            ~ ValidatingAdmissionPolicy "no-root": now asked on CREATE,UPDATE of deployments.apps
            ~ ValidatingAdmissionPolicyBinding "no-root": now in force for policy "no-root" with Deny
            """);
  }

  /** A right that looks harmless, by which another's becomes a way. */
  @Test
  void aWayThatOpensIsDangerous() throws IOException {
    Path there =
        Files.writeString(
            directory.resolve("there.yaml"),
            LEADING_ON.substring(LEADING_ON.indexOf("kind: ClusterRoleBinding")));
    Path change =
        Files.writeString(
            directory.resolve("opens.yaml"),
            LEADING_ON.substring(0, LEADING_ON.indexOf("kind: ClusterRoleBinding")));
    Run run =
        run(
            new WhatIfCommand(),
            "-f",
            change.toString(),
            "--on",
            there.toString(),
            "--with-defaults");
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out())
        .contains(
            "+ ServiceAccount \"ci/shop\" can become ServiceAccount \"operator/shop\", who may do"
                + " anything:\n"
                + "    - create one of deployments whose pod runs as ServiceAccount"
                + " \"operator/shop\"\n");
  }

  /** A comment on a change is read by those who are to judge it. */
  @Test
  void namesAreNoMarkup() throws IOException {
    Run run =
        whatIf(
            """
            kind: ClusterRoleBinding
            apiVersion: rbac.authorization.k8s.io/v1
            metadata: {name: evil}
            subjects: [{kind: User, name: "<b>|[x](http://evil)\\n"}]
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
            """,
            "-o",
            "markdown");
    assertThat(run.out().lines().skip(2))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line).startsWith("| \\+ | User \"&lt;b\\>\\|\\[x\\]\\(http://evil\\)"));
  }
}
