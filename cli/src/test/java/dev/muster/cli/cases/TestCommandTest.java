package dev.muster.cli.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import picocli.CommandLine;

/** {@code muster test}: cases against a real server. */
class TestCommandTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "access-tests");

  @TempDir private Path directory;

  private record Run(int code, String out, String err) {}

  private static Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        new CommandLine(new TestCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(
                (problem, of, parsed) -> {
                  err.write(Objects.toString(problem.getMessage()));
                  return 99;
                });
    return new Run(line.execute(arguments), out.toString(), err.toString());
  }

  private Run test(String policy, String cases, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), policy);
    Path table =
        Files.writeString(
            directory.resolve("cases.yaml"),
            "apiVersion: muster.dev/v1\nkind: AccessCases\n" + cases);
    List<String> all = new ArrayList<>(List.of("-f", file.toString(), "--cases", table.toString()));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  @Test
  void theExampleHoldsAndTellsWhatItDoesNotTouch() {
    Run run =
        run(
            "-f",
            EXAMPLE.resolve("policy").toString(),
            "--cases",
            EXAMPLE.resolve("cases.yaml").toString(),
            "--require-coverage");
    assertThat(run.out())
        .isEqualTo(
            """
                 CASE                                  USER   REQUEST           EXPECTED
            ok   ann list pods                         ann    list pods         allowed
            ok   ann get secrets db                    ann    get secrets db    refused
            ok   ann list pods                         ann    list pods         refused
            ok   what a pod leaves open is filled in   dora   create Pod cart   allowed
            ok   no images of others                   dora   create Pod web    refused
            ok   no host network                       dora   create Pod web    refused
            ok   who the process is                    dora   create Pod cart   allowed

            7 cases, 0 failed; of 10 parts of the policy 2 were touched by no case
              Role/deployer in shop                   {APIGroups:[""], Resources:["pods/exec"], Verbs:["create"]}
              ValidatingAdmissionPolicy/shop-images   validations[1] 'team' in object.metadata.?labels.orValue({})
            """);
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
  }

  private static final String POLICY =
      """
      kind: ClusterRole
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: maker}
      rules: [{apiGroups: [""], resources: [pods], verbs: ["*"]}]
      ---
      kind: ClusterRoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: makers}
      subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: makers}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: maker}
      ---
      kind: ClusterRole
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: widgets, labels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}}
      rules: [{apiGroups: [example.com], resources: [widgets], verbs: [get]}]
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: viewers, namespace: shop}
      subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: vi}]
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
      ---
      kind: Namespace
      apiVersion: v1
      metadata: {name: strict, labels: {pod-security.kubernetes.io/enforce: restricted}}
      ---
      kind: Pod
      apiVersion: v1
      metadata: {name: old, namespace: default}
      spec: {containers: [{name: c, image: x}]}
      ---
      kind: MutatingAdmissionPolicy
      apiVersion: admissionregistration.k8s.io/v1beta1
      metadata: {name: team}
      spec:
        matchConstraints:
          resourceRules:
          - {apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}
        reinvocationPolicy: Never
        failurePolicy: Fail
        mutations:
        - patchType: ApplyConfiguration
          applyConfiguration:
            expression: 'Object{metadata: Object.metadata{labels: {"team": "crew"}}}'
      ---
      kind: MutatingAdmissionPolicyBinding
      apiVersion: admissionregistration.k8s.io/v1beta1
      metadata: {name: team}
      spec: {policyName: team}
      """;

  private static final String CASES =
      """
      defaults: {as: "<mo>&\\u0007", groups: [makers]}
      cases:
      - {ask: delete pods web, expect: refused}
      - {ask: delete secrets web, expect: refused, reason: because}
      - name: changed
        create: &pod
          apiVersion: v1
          kind: Pod
          metadata: {name: web}
          spec: {containers: [{name: c, image: x}, {name: d, image: z}]}
        expect: allowed
        result: {metadata: {labels: {team: crew, other: null}}, spec: {containers: [{name: d, image: z}]}}
        paths: {/spec/containers/0/imagePullPolicy: Always, /spec/hostNetwork: null}
      - {name: wrongly changed, create: *pod, expect: allowed, result: {metadata: {labels: {team: x}}}}
      - {name: wrong path, create: *pod, expect: allowed, paths: {/spec/nodeName: n1}}
      - {name: not known, create: *pod, expect: allowed, identity: {c: {uid: 1}}}
      - {name: no such container, create: *pod, expect: allowed, identity: {e: {uid: 1}}}
      - name: misspelt
        create: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {continers: []}}
        expect: refused
      - {name: unknown, create: {apiVersion: v1, kind: Pot}, expect: refused}
      - name: gone
        delete: {apiVersion: v1, kind: Pod, metadata: {name: old}}
        expect: allowed
      - {name: still there, ask: get pods old, expect: allowed}
      - {name: aggregated, as: vi, namespace: shop, ask: get widgets.example.com, expect: allowed}
      - {name: by lines, as: abby, ask: list nodes, expect: allowed}
      - {name: strictly, namespace: strict, create: *pod, expect: refused, reason: violates PodSecurity "restricted:latest"}
      - name: anew
        update: {apiVersion: v1, kind: Pod, metadata: {name: old, labels: {a: b}}, spec: {containers: [{name: c, image: z}]}}
        expect: allowed
        paths: {/spec/containers/0/image: z}
      - {name: nobody, as: "system:anonymous", ask: get /version, expect: allowed}
      """;

  @Test
  void everyDifferenceIsToldWithItsPlace() throws Exception {
    Path xml = directory.resolve("results.xml");
    Path abac = directory.resolve("abac.jsonl");
    Files.writeString(
        abac,
        """
        {"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy",\
        "spec":{"user":"abby","resource":"nodes","apiGroup":"*","readonly":true}}
        """);
    Run run =
        test(
            POLICY,
            CASES,
            "-o",
            "json",
            "--junit-xml",
            xml.toString(),
            "--authorization-policy-file",
            abac.toString());
    assertThat(run.code()).as(run.err()).isEqualTo(1);
    JsonNode tree = new ObjectMapper().readTree(run.out());
    List<String> details = new ArrayList<>();
    tree.path("cases")
        .forEach(
            row ->
                details.add(row.path("passed").asBoolean() ? "ok" : row.path("detail").asText()));
    assertThat(details).hasSize(16);
    assertThat(details.get(0)).startsWith("is allowed: RBAC: allowed by ClusterRoleBinding");
    assertThat(details.get(1)).startsWith("is refused, but without \"because\": User ");
    assertThat(details.get(2)).isEqualTo("ok");
    assertThat(details.subList(3, 7))
        .containsExactly(
            "/metadata/labels/team is \"crew\", expected \"x\"",
            "/spec/nodeName is not there, expected \"n1\"",
            "container \"c\" is what image \"x\" says: describe it under images",
            "container \"e\" is not there");
    assertThat(details.get(7)).contains("unknown field \"spec.continers\"");
    assertThat(details.get(8)).isEqualTo("there is no kind \"Pot\" in \"v1\"");
    assertThat(details.subList(9, 16)).containsOnly("ok");
    assertThat(tree.path("untouched")).isEmpty();
    Element suite =
        (Element)
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(xml.toFile())
                .getElementsByTagName("testsuite")
                .item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("16");
    assertThat(suite.getAttribute("failures")).isEqualTo("8");
    assertThat(((Element) suite.getElementsByTagName("testcase").item(0)).getAttribute("classname"))
        .isEqualTo("<mo>&\ufffd");
  }

  @Test
  void wrongCasesAreToldAllAtOnce() throws IOException {
    Run run =
        test(
            "",
            """
            defaults: {nmespace: shop}
            images: {x: {usr: root}}
            cases:
            - {as: ann, ask: get pods, expect: alowed}
            - {ask: get pods, expect: allowed, name: no user}
            - {as: ann, expect: allowed}
            - {as: ann, ask: get, expect: allowed}
            - {as: ann, ask: get pods, expects: allowed, expect: allowed, reason: x}
            - {as: ann, ask: get pods, expect: refused, result: {}, namespace: ../x}
            - {as: ann, create: {file: nosuch.yaml}, expect: allowed}
            - {as: ann, create: {apiVersion: v1, kind: Pod}, expect: allowed, identity: {c: {uid: one}}}
            """);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().replace(directory.toString(), "DIR").lines())
        .containsExactly(
            "DIR/cases.yaml: defaults: unknown field \"nmespace\"; did you mean \"namespace\"?",
            "DIR/cases.yaml: images[\"x\"]: unknown field \"usr\"; did you mean \"user\"?",
            "DIR/cases.yaml: cases[0]: expect: must be allowed or refused; did you mean"
                + " \"allowed\"?",
            "DIR/cases.yaml: cases[1] \"no user\": as: who is it? name somebody here or under"
                + " defaults",
            "DIR/cases.yaml: cases[2]: ask: a case has one of ask, create, update and delete",
            "DIR/cases.yaml: cases[3]: ask: must be VERB RESOURCE [NAME] or VERB /PATH",
            "DIR/cases.yaml: cases[4]: reason: only what is refused has a reason",
            "DIR/cases.yaml: cases[4]: unknown field \"expects\"; did you mean \"expect\"?",
            "DIR/cases.yaml: cases[5]: namespace: must be the name of a namespace",
            "DIR/cases.yaml: cases[5]: result: only what is created or updated, and allowed, has"
                + " one",
            "DIR/cases.yaml: cases[6]: create: DIR/nosuch.yaml: no such file",
            "DIR/cases.yaml: cases[6]: create: must be an object with apiVersion and kind, or"
                + " {file: PATH}",
            "DIR/cases.yaml: cases[7]: identity[\"c\"]: uid: must be a whole number");
  }

  @Test
  void aPolicyThatNoServerTakesIsAWrongFile() throws IOException {
    String cases = "cases: [{as: ann, ask: get pods, expect: refused}]\n";
    Run run =
        test(
            """
            kind: ClusterRole
            apiVersion: rbac.authorization.k8s.io/v1
            metadata: {name: ../x}
            rules: [{apiGroups: [""], resources: [pods]}]
            ---
            {kind: Thing, apiVersion: example.com/v1, metadata: {name: x}}
            ---
            kind: ValidatingAdmissionPolicy
            apiVersion: admissionregistration.k8s.io/v1
            metadata: {name: p}
            spec: {validations: [{expression: "1 +"}]}
            """,
            cases);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "policy.yaml: document 1: ClusterRole.rbac.authorization.k8s.io \"../x\" is invalid")
        .contains("policy.yaml: document 2: there is no kind \"Thing\" in \"example.com/v1\"")
        .contains("policy.yaml: document 3: ValidatingAdmissionPolicy");
  }

  /** Bombs and giants are refused before anything is started. */
  @Test
  void hostileFilesAreRefused() throws IOException {
    StringBuilder bomb = new StringBuilder("defaults: {}\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append("*a%d,".formatted(i - 1).repeat(10)).append("x]\n");
    }
    assertThat(test("", bomb.toString()).code()).isEqualTo(2);
    assertThat(test("", "cases: " + "[".repeat(100_000)).code()).isEqualTo(2);
    Path giant = directory.resolve("giant.yaml");
    try (RandomAccessFile sparse = new RandomAccessFile(giant.toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }
    Run run = run("-f", EXAMPLE.toString(), "--cases", giant.toString());
    assertThat(run.err()).isEqualTo(giant + ": larger than 16 MiB\n");
    Run policy = run("-f", giant.toString(), "--cases", EXAMPLE.resolve("cases.yaml").toString());
    assertThat(policy.code()).isEqualTo(2);
    assertThat(policy.err()).isEqualTo(giant + ": larger than 64 MiB\n");
    assertThat(test("", "cases: [{as: a, ask: get pods, expect: allowed, expect: refused}]").err())
        .contains("already set");
  }

  /** What an expression may cost is bounded as in any server. */
  @Test
  void anExpressionThatNeverEndsIsNotWaitedFor() throws IOException {
    Run run =
        test(
            """
            kind: ValidatingAdmissionPolicy
            apiVersion: admissionregistration.k8s.io/v1
            metadata: {name: slow}
            spec:
              matchConstraints:
                resourceRules:
                - {apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: ["*"]}
              validations:
              - expression: "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, [1,2,3,4,5,6,7,8,9].all(d, [1,2,3,4,5,6,7,8,9].all(e, [1,2,3,4,5,6,7,8,9].all(f, [1,2,3,4,5,6,7,8,9].all(g, object.data.all(k, k.matches('(a+)+$')))))))))"
            ---
            kind: ValidatingAdmissionPolicyBinding
            apiVersion: admissionregistration.k8s.io/v1
            metadata: {name: slow}
            spec: {policyName: slow, validationActions: [Deny]}
            """,
            """
            cases:
            - as: "root\\u001b[31m"
              groups: ["system:masters"]
              create: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {aaaaaaaaaaaaaa: x}}
              expect: refused
              reason: cost limit exceeded
            """);
    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.out())
        .contains("root\\x1b[31m")
        .contains("1 cases, 0 failed; of 2 parts of the policy 0 were touched by no case");
  }

  @Test
  void allOfXmlIsEscaped() {
    assertThat(Stream.of("<&>\"", "\u0000\u001f\ud800", "a\tb\n", "\ufffe").map(JunitXml::escaped))
        .containsExactly("&lt;&amp;&gt;&quot;", "\ufffd\ufffd\ufffd", "a&#9;b&#10;", "\ufffd");
  }
}
