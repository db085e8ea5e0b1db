package dev.muster.apiserver.kubectl;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.KubeconfigText;
import dev.muster.pki.CertificateRequest;
import dev.muster.pki.Identity;
import dev.muster.pki.Keys;
import dev.muster.pki.Pem;
import dev.muster.pki.Trust;
import dev.muster.testing.kubectl.Kubectl;
import dev.muster.testing.kubectl.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificate signing requests, from kubectl to a user whom the server knows. */
@MostlyWaits
class KubectlCertificateTest {
  private static final String CLIENT = "kubernetes.io/kube-apiserver-client";

  private static Path directory;
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path temporary) throws IOException {
    directory = temporary;
    server = RunningServer.withControllers(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory).inNew("certificates");
    kubectl
        .run(
            "create",
            "clusterrole",
            "requests",
            "--verb=create,get,list,watch,update,patch",
            "--resource=certificatesigningrequests,certificatesigningrequests/approval,certificatesigningrequests/status")
        .ok();
    kubectl
        .run(
            "create",
            "clusterrolebinding",
            "requesters",
            "--clusterrole=requests",
            "--user=mallory",
            "--group=system:nodes")
        .ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String request(
      String name, String signer, KeyPair keys, String user, String... groups) {
    String pem = CertificateRequest.of(keys, user, List.of(groups));
    return """
    apiVersion: certificates.k8s.io/v1
    kind: CertificateSigningRequest
    metadata: {name: %s}
    spec:
      request: %s
      signerName: %s
      usages: [digital signature, client auth]
      username: kubernetes-admin
      groups: ["system:masters"]
    """
        .formatted(name, Base64.getEncoder().encodeToString(pem.getBytes(US_ASCII)), signer);
  }

  @Test
  void aRequestThatIsApprovedMakesAUser() throws IOException {
    KeyPair keys = Keys.generate();
    kubectl.piped(request("alice", CLIENT, keys, "alice", "dev"), "create", "-f", "-").ok();
    kubectl.run("certificate", "approve", "alice").ok();
    kubectl.run("wait", "csr/alice", "--for=jsonpath={.status.certificate}", "--timeout=60s").ok();
    String encoded =
        kubectl.run("get", "csr", "alice", "-o", "jsonpath={.status.certificate}").ok();
    String pem = new String(Base64.getDecoder().decode(encoded), US_ASCII);
    Identity alice = new Identity(Pem.certificates(pem, directory, "ask again"), keys.getPrivate());
    Path kubeconfig = directory.resolve("alice.kubeconfig");
    Trust.Authorities trust = (Trust.Authorities) ClientConfig.read(server.kubeconfig()).trust();
    Files.writeString(
        kubeconfig,
        KubeconfigText.of(server.url(), Pem.of(trust.certificates().getFirst()), alice, "alice"));
    Run whoami =
        kubectl.run(
            "--kubeconfig=" + kubeconfig,
            "auth",
            "whoami",
            "-o",
            "jsonpath={.status.userInfo.username} {.status.userInfo.groups}");
    assertThat(whoami.ok()).isEqualTo("alice [\"dev\",\"system:authenticated\"]");
    assertThat(kubectl.run("get", "csr", "alice", "--no-headers").ok())
        .containsPattern(
            "alice +\\S+ +kubernetes.io/kube-apiserver-client +kubernetes-admin +<none> +Approved,Issued");
  }

  @Test
  void nobodyChoosesWhoAsks() {
    kubectl
        .piped(
            request("mine", CLIENT, Keys.generate(), "mallory"),
            "create",
            "-f",
            "-",
            "--as=mallory")
        .ok();
    assertThat(
            kubectl
                .run("get", "csr", "mine", "-o", "jsonpath={.spec.username} {.spec.groups}")
                .ok())
        .isEqualTo("mallory [\"system:authenticated\"]");
  }

  @Test
  void nobodyAsksToBeAMaster() {
    Run masters =
        kubectl.piped(
            request("masters", CLIENT, Keys.generate(), "mallory", "dev", "system:masters"),
            "create",
            "-f",
            "-");
    assertThat(masters.err())
        .contains(
            "certificatesigningrequests.certificates.k8s.io \"masters\" is forbidden: use of"
                + " kubernetes.io/kube-apiserver-client signer with system:masters group is not"
                + " allowed");
  }

  @Test
  void whoMayNotApproveForTheSignerDoesNot() {
    kubectl
        .piped(
            request("own", CLIENT, Keys.generate(), "mallory", "ops"),
            "create",
            "-f",
            "-",
            "--as=mallory")
        .ok();
    assertThat(kubectl.run("certificate", "approve", "own", "--as=mallory").err())
        .contains(
            "\"own\" is forbidden: user not permitted to approve requests with signerName"
                + " \"kubernetes.io/kube-apiserver-client\"");
    assertThat(
            kubectl
                .run(
                    "patch",
                    "csr",
                    "own",
                    "--subresource=status",
                    "--type=merge",
                    "-p",
                    "{\"status\":{\"conditions\":[{\"type\":\"Approved\",\"status\":\"True\"}]}}")
                .err())
        .contains("updates may not add a condition of type \"Approved\"");
    assertThat(
            kubectl
                .run(
                    "patch",
                    "csr",
                    "own",
                    "--subresource=status",
                    "--as=mallory",
                    "--type=merge",
                    "-p",
                    "{\"status\":{\"conditions\":[{\"type\":\"Failed\",\"status\":\"True\"}]}}")
                .err())
        .contains("user not permitted to sign requests with signerName");
  }

  @Test
  void aKubeletsOwnRequestIsApprovedWithoutAWord() {
    String binding = "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient";
    kubectl
        .run(
            "create",
            "clusterrolebinding",
            "renewal",
            "--clusterrole=" + binding,
            "--group=system:nodes")
        .ok();
    kubectl
        .piped(
            request(
                "node-a",
                "kubernetes.io/kube-apiserver-client-kubelet",
                Keys.generate(),
                "system:node:a",
                "system:nodes"),
            "create",
            "-f",
            "-",
            "--as=system:node:a",
            "--as-group=system:nodes")
        .ok();
    kubectl.run("wait", "csr/node-a", "--for=jsonpath={.status.certificate}", "--timeout=60s").ok();
    assertThat(
            kubectl
                .run("get", "csr", "node-a", "-o", "jsonpath={.status.conditions[0].message}")
                .ok())
        .isEqualTo("Auto approving self kubelet client certificate after SubjectAccessReview.");
  }

  @Test
  void whatItsSignerDoesNotSignFails() {
    kubectl
        .piped(
            request(
                "odd",
                "kubernetes.io/kube-apiserver-client-kubelet",
                Keys.generate(),
                "alice",
                "system:nodes"),
            "create",
            "-f",
            "-")
        .ok();
    kubectl.run("certificate", "approve", "odd").ok();
    kubectl.run("wait", "csr/odd", "--for=condition=Failed", "--timeout=60s").ok();
    assertThat(
            kubectl
                .run(
                    "get",
                    "csr",
                    "odd",
                    "-o",
                    "jsonpath={.status.conditions[?(@.type=='Failed')].message}")
                .ok())
        .isEqualTo("subject common name does not begin with system:node:");
  }
}
