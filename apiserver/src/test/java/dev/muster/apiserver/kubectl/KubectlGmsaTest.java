package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.client.kubeconfig.IssuedKubeconfigs;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.testing.GmsaProposal;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The GMSA proposal's story up to the stored pod: an administrator keeps a credential spec in a
 * config map, jane may use it, and nobody else.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@MostlyWaits
class KubectlGmsaTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: %s
        annotations: {pod.alpha.kubernetes.io/windows-gmsa-config-map: webserver-credspec}
      spec:
        os: {name: windows}
        %s
        containers: [{name: iis, image: "iis:1"}]
      """;
  private static final String ASK =
      "ask an administrator for the verb \"use\" on configmaps \"webserver-credspec\" in namespace"
          + " \"default\"";

  private static RunningServer server;
  private static Kubectl admin;
  private static Kubectl jane;
  private static Kubectl mallory;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    admin = Kubectl.on(server.kubeconfig(), directory);
    Pki pki =
        Pki.open(
            new PkiOptions(directory.resolve("data"), null, null, null, null, List.of(), List.of()),
            Clock.systemUTC());
    jane = admin.with(person(directory, pki, "jane"));
    mallory = admin.with(person(directory, pki, "mallory"));
    admin.run("create", "role", "deployers", "--verb=create,patch,get", "--resource=pods").ok();
    admin
        .run(
            "create",
            "rolebinding",
            "deployers",
            "--role=deployers",
            "--user=jane",
            "--user=mallory")
        .ok();
    Path spec = directory.resolve("credspec.json");
    Files.writeString(spec, GmsaProposal.CREDENTIAL_SPEC);
    assertThat(
            admin
                .run(
                    "create",
                    "configmap",
                    "webserver-credspec",
                    "--from-file=gmsa-cred-spec=" + spec)
                .ok())
        .isEqualTo("configmap/webserver-credspec created");
    admin.piped(GmsaProposal.ROLE_AND_BINDING, "apply", "-f", "-").ok();
  }

  /** With a client certificate of the person's own. */
  private static Path person(Path directory, Pki pki, String name) throws IOException {
    Path file = directory.resolve(name + ".kubeconfig");
    Files.writeString(file, new IssuedKubeconfigs(pki, server.url()).of(name, List.of()));
    return file;
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Run create(Kubectl who, String name, String more) {
    return who.piped(POD.formatted(name, more), "create", "-f", "-");
  }

  @Test
  @Order(1)
  void janeDeploysUnderTheAccount() {
    assertThat(create(jane, "web", "").ok()).isEqualTo("pod/web created");
  }

  /** Threat 1. */
  @Test
  @Order(2)
  void anUnauthorizedUserCannotReferToTheSpec() {
    assertThat(create(mallory, "stolen", "").refused())
        .isEqualTo(
            "Error from server (Forbidden): error when creating \"STDIN\": pods \"stolen\" is"
                + " forbidden:"
                + " metadata.annotations[pod.alpha.kubernetes.io/windows-gmsa-config-map]: user"
                + " \"mallory\" may not use the credential spec in configmap \"webserver-credspec\": "
                + ASK);
  }

  /** Threat 2. */
  @Test
  @Order(3)
  void anAuthorizedServiceAccountDoesNotHelpAnUnauthorizedUser() {
    admin.run("create", "serviceaccount", "web").ok();
    assertThat(create(jane, "robot", "serviceAccountName: web").refused())
        .contains("service account \"web\" may not use the credential spec", ASK);
    admin
        .run(
            "create",
            "rolebinding",
            "web-uses-gmsa",
            "--role=webserver-gmsa-user",
            "--serviceaccount=default:web")
        .ok();
    assertThat(create(jane, "robot", "serviceAccountName: web").ok())
        .isEqualTo("pod/robot created");
    assertThat(create(mallory, "thief", "serviceAccountName: web").refused())
        .contains("user \"mallory\" may not use the credential spec");
  }

  /** Threat 3. */
  @Test
  @Order(4)
  void theSpecIsReadOnlyWithTheVerbGet() {
    assertThat(jane.run("get", "configmap", "webserver-credspec", "-o", "name").ok())
        .isEqualTo("configmap/webserver-credspec");
    assertThat(mallory.run("get", "configmap", "webserver-credspec").refused())
        .isEqualTo(
            "Error from server (Forbidden): configmaps \"webserver-credspec\" is forbidden: User"
                + " \"mallory\" cannot get resource \"configmaps\" in API group \"\" in the namespace"
                + " \"default\"");
  }

  @Test
  @Order(5)
  void thePodKeepsItsAccount() {
    assertThat(
            admin
                .run(
                    "annotate",
                    "--overwrite",
                    "pod",
                    "web",
                    "pod.alpha.kubernetes.io/windows-gmsa-config-map=other")
                .refused())
        .contains(
            "metadata.annotations[pod.alpha.kubernetes.io/windows-gmsa-config-map]: Forbidden: may"
                + " not remove or update windows gmsa annotations");
  }

  @Test
  @Order(6)
  void aRevokedGrantIsNotHonoured() {
    admin.run("delete", "rolebinding", "use-webserver-gmsa").ok();
    assertThat(create(jane, "late", "").refused()).endsWith(ASK);
  }

  @Test
  @Order(7)
  void aBrokenSpecIsToldAtOnceAndKeepsPodsOut() {
    Run broken =
        admin.run(
            "create", "configmap", "broken", "--from-literal=gmsa-cred-spec={\"CmsPlugins\": 1}");
    assertThat(broken.ok()).isEqualTo("configmap/broken created");
    assertThat(broken.err())
        .startsWith(
            "Warning: data[gmsa-cred-spec]: not a valid credential spec, pods that use it will be"
                + " refused: $.CmsPlugins: must be a list with at least one element;");
    assertThat(
            admin
                .piped(
                    POD.formatted("x", "").replace("webserver-credspec", "broken"),
                    "create",
                    "-f",
                    "-")
                .refused())
        .contains("is broken: $.CmsPlugins: must be a list with at least one element");
  }

  @Test
  @Order(8)
  void namedSpecsAreFilledIn() {
    admin
        .piped(
            "{\"apiVersion\": \"windows.k8s.io/v1\", \"kind\": \"GMSACredentialSpec\", \"metadata\":"
                + " {\"name\": \"web1\"}, \"credspec\": "
                + GmsaProposal.CREDENTIAL_SPEC
                + "}",
            "apply",
            "-f",
            "-")
        .ok();
    assertThat(admin.run("get", "gmsacredentialspecs", "-o", "name").ok())
        .isEqualTo("gmsacredentialspec.windows.k8s.io/web1");
    admin
        .piped(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: modern}
            spec:
              securityContext: {windowsOptions: {gmsaCredentialSpecName: web1}}
              containers: [{name: iis, image: "iis:1"}]
            """,
            "apply",
            "-f",
            "-")
        .ok();
    assertThat(
            admin
                .run(
                    "get",
                    "pod",
                    "modern",
                    "-o",
                    "jsonpath={.spec.securityContext.windowsOptions.gmsaCredentialSpec}")
                .ok())
        .contains("\"MachineAccountName\":\"WebApplication1\"");
  }

  @Test
  @Order(9)
  void aClusterRoleBoundInTheNamespaceLetsItsPodsUseTheSpec() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: bound}
        spec:
          securityContext: {windowsOptions: {gmsaCredentialSpecName: web1}}
          containers: [{name: iis, image: "iis:1"}]
        """;
    admin.run("create", "role", "pods", "--verb=create", "--resource=pods").ok();
    admin.run("create", "rolebinding", "pods", "--role=pods", "--user=frank").ok();
    String[] create = {"create", "-f", "-", "--as=frank", "--dry-run=server"};
    assertThat(admin.piped(pod, create).refused())
        .contains("user \"frank\" may not use the GMSACredentialSpec \"web1\"");
    admin
        .piped(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: web1-user}
            rules:
            - {apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], resourceNames: [web1], verbs: [use]}
            """,
            "create",
            "-f",
            "-")
        .ok();
    admin.run("create", "rolebinding", "web1", "--clusterrole=web1-user", "--user=frank").ok();
    admin.piped(pod, create).ok();
    assertThat(admin.piped(pod, "create", "-f", "-", "--as=frank", "-n", "kube-public").refused())
        .contains("cannot create resource \"pods\"");
  }

  /** Last, because from here on every pod waits for a webhook that does not run. */
  @Test
  @Order(10)
  void theManifestsOfTheWebhookAreAccepted() {
    assertThat(
            admin
                .run("apply", "--namespace=muster", "-f", "../deploy/gmsa-webhook.yaml")
                .ok()
                .lines())
        .contains("deployment.apps/muster-webhook created")
        .allMatch(line -> line.endsWith(" created"));
  }
}
