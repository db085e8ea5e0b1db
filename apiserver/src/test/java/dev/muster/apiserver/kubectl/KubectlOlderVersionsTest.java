package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.model.scheme.RuntimeConfig;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions that are served only with --runtime-config. */
@MostlyWaits
class KubectlOlderVersionsTest {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    RuntimeConfig older =
        RuntimeConfig.parse(
            List.of(RBAC + "/v1alpha1=true", RBAC + "/v1beta1", "authorization.k8s.io/v1beta1"));
    server = RunningServer.configured(directory, config -> config.with(older));
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("older");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String role(String version, String name) {
    return """
        kind: Role
        apiVersion: rbac.authorization.k8s.io/%s
        metadata: {namespace: older, name: %s}
        rules:
          - apiGroups: [""] # The API group "" indicates the core API Group.
            resources: ["pods"]
            verbs: ["get", "watch", "list"]
        """
        .formatted(version, name);
  }

  @Test
  void discoveryListsThemAfterTheCurrentOnes() {
    assertThat(kubectl.run("api-versions").ok().lines())
        .contains(
            RBAC + "/v1", RBAC + "/v1alpha1", RBAC + "/v1beta1", "authorization.k8s.io/v1beta1");
    assertThat(kubectl.run("get", "--raw", "/apis/" + RBAC).ok())
        .contains("\"preferredVersion\":{\"groupVersion\":\"" + RBAC + "/v1\"");
  }

  @Test
  void theyExplainThemselves() {
    assertThat(
            kubectl
                .run(
                    "explain",
                    "subjectaccessreview.spec.group",
                    "--api-version=authorization.k8s.io/v1beta1")
                .ok())
        .contains("FIELD: group <[]string>");
  }

  @Test
  void aRoleOfEitherVersionIsOneOfTheOthers() {
    for (String version : List.of("v1alpha1", "v1beta1")) {
      String name = "reader-" + version;
      assertThat(kubectl.piped(role(version, name), "create", "-f", "-").ok())
          .isEqualTo("role.rbac.authorization.k8s.io/" + name + " created");
      for (String other : List.of("v1", "v1beta1", "v1alpha1")) {
        assertThat(
                kubectl
                    .run(
                        "get",
                        "roles." + other + "." + RBAC,
                        name,
                        "-o=jsonpath={.apiVersion} {.rules}")
                    .ok())
            .isEqualTo(
                RBAC
                    + "/"
                    + other
                    + " [{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\",\"watch\",\"list\"]}]");
      }
    }
  }

  @Test
  void anAlphaBindingGrantsAtOnceAndIsConvertedBothWays() {
    kubectl.piped(role("v1alpha1", "pod-reader"), "create", "-f", "-").ok();
    kubectl
        .piped(
            """
            kind: RoleBinding
            apiVersion: rbac.authorization.k8s.io/v1alpha1
            metadata: {name: read-pods, namespace: older}
            subjects:
              - kind: User # May be "User", "Group" or "ServiceAccount"
                name: jane
            roleRef: {kind: Role, name: pod-reader, apiGroup: rbac.authorization.k8s.io}
            """,
            "create",
            "-f",
            "-")
        .ok();
    assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=jane").ok()).isEqualTo("yes");
    assertThat(subjects("v1"))
        .isEqualTo(
            "[{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"User\",\"name\":\"jane\"}]");
    assertThat(subjects("v1alpha1"))
        .isEqualTo(
            "[{\"apiVersion\":\"rbac.authorization.k8s.io/v1alpha1\",\"kind\":\"User\",\"name\":\"jane\"}]");
    kubectl
        .run(
            "patch",
            "rolebindings.v1alpha1." + RBAC,
            "read-pods",
            "--type=json",
            "-p=[{\"op\":\"replace\",\"path\":\"/subjects/0/name\",\"value\":\"joan\"}]")
        .ok();
    assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=jane").out()).isEqualTo("no\n");
    assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=joan").ok()).isEqualTo("yes");
  }

  private static String subjects(String version) {
    return kubectl
        .run("get", "rolebindings." + version + "." + RBAC, "read-pods", "-o=jsonpath={.subjects}")
        .ok();
  }

  @Test
  void nobodyEscalatesThroughAnOlderVersion() {
    assertThat(
            kubectl
                .run(
                    "create",
                    "clusterrole",
                    "role-writer",
                    "--verb=create",
                    "--resource=roles." + RBAC)
                .ok())
        .endsWith("created");
    kubectl.run("create", "rolebinding", "writers", "--clusterrole=role-writer", "--user=eve").ok();
    assertThat(kubectl.piped(role("v1beta1", "mine"), "create", "--as=eve", "-f", "-").refused())
        .contains("is attempting to grant RBAC permissions not currently held");
  }

  @Test
  void theQuestionOfTheDocumentIsAnswered() {
    Run asked =
        kubectl.piped(
            """
            {
              "apiVersion": "authorization.k8s.io/v1beta1",
              "kind": "SubjectAccessReview",
              "spec": {
                "resourceAttributes": {
                  "namespace": "kittensandponies",
                  "verb": "GET",
                  "group": "unicorn.example.org",
                  "resource": "pods"
                },
                "user": "jane",
                "group": [
                  "group1",
                  "group2"
                ]
              }
            }
            """,
            "create",
            "--v=8",
            "-f",
            "-");
    assertThat(asked.ok()).isEqualTo("subjectaccessreview.authorization.k8s.io/<unknown> created");
    assertThat(asked.err())
        .contains("/apis/authorization.k8s.io/v1beta1/subjectaccessreviews?")
        .contains("Response Status: 201 Created");
  }

  @Test
  void kubectlChecksTheFieldsOfAQuestion() {
    assertThat(
            kubectl
                .piped(
                    """
                    apiVersion: authorization.k8s.io/v1beta1
                    kind: SubjectAccessReview
                    spec: {groups: [a], user: u}
                    """,
                    "create",
                    "-f",
                    "-")
                .refused())
        .contains(
            "unknown field \"groups\" in io.k8s.api.authorization.v1beta1.SubjectAccessReviewSpec");
  }

  @Test
  void theGroupsOfAQuestionCount() {
    kubectl
        .run("create", "clusterrolebinding", "g", "--clusterrole=cluster-admin", "--group=group2")
        .ok();
    for (String kind : List.of("SubjectAccessReview", "LocalSubjectAccessReview")) {
      assertThat(
              kubectl
                  .piped(
                      """
                      apiVersion: authorization.k8s.io/v1beta1
                      kind: %s
                      spec:
                        resourceAttributes: {namespace: older, verb: delete, resource: secrets}
                        user: jane
                        group: [group1, group2]
                        uid: "7"
                      """
                          .formatted(kind),
                      "create",
                      "-f",
                      "-",
                      "-o=jsonpath={.apiVersion} {.spec.group} {.spec.groups} {.status.allowed}")
                  .ok())
          .isEqualTo("authorization.k8s.io/v1beta1 [\"group1\",\"group2\"]  true");
    }
  }

  @Test
  void theyAreOffUnlessAskedFor(@TempDir Path other) throws IOException {
    try (RunningServer plain = RunningServer.alone(other)) {
      Kubectl there = Kubectl.on(plain.kubeconfig(), other);
      assertThat(there.piped(role("v1alpha1", "r"), "create", "-f", "-").refused())
          .contains(
              "no matches for kind \"Role\" in version \"rbac.authorization.k8s.io/v1alpha1\"");
    }
  }
}
