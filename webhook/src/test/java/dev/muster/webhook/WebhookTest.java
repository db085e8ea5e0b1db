package dev.muster.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.IssuedKubeconfigs;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Trees;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.pki.Trust;
import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A cluster without our plugin asks our webhook, by URL and as a service. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WebhookTest {
  private static final String SPEC =
      """
      {"CmsPlugins":["ActiveDirectory"],"DomainJoinConfig":{"DnsName":"contoso.com",\
      "Guid":"244818ae-87ca-4fcd-92ec-e79e5252348a","DnsTreeName":"contoso.com","NetBiosName":"DEMO",\
      "Sid":"S-1-5-21-2126729477-2524075714-3094792973","MachineAccountName":"WebApplication1"},\
      "ActiveDirectoryConfig":{"GroupManagedServiceAccounts":[{"Name":"WebApplication1","Scope":"DEMO"}]}}""";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";
  private static final String HOOKS = "/apis/admissionregistration.k8s.io/v1/";

  private static SettableClock clock;
  private static ApiServer server;
  private static RemoteServer admin;
  private static RemoteServer jane;
  private static Webhook webhook;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    clock = new SettableClock(Instant.now());
    Path data = directory.resolve("data");
    TestCallers callers = TestCallers.in(directory);
    server =
        ApiServer.start(
            ServerConfig.in(data)
                .onPort(0)
                .with(
                    Admission.without("ServiceAccount", "GMSAAuthorizer")
                        .configured(callers.admissionConfiguration("kube-apiserver"))));
    ClientConfig cluster = ClientConfig.read(server.kubeconfig());
    admin = new RemoteServer(cluster);
    Path own = directory.resolve("jane.kubeconfig");
    Files.writeString(
        own,
        new IssuedKubeconfigs(Pki.open(PkiOptions.in(data), Clock.systemUTC()), server.url())
            .of("jane", List.of()));
    jane = new RemoteServer(ClientConfig.read(own));
    webhook =
        Webhook.start(
            new WebhookOptions(
                directory.resolve("webhook"),
                "127.0.0.1",
                0,
                List.of("muster-webhook.muster.svc"),
                cluster,
                callers.only("kube-apiserver"),
                "muster-gmsa"),
            clock);
    post(admin, RBAC + "roles", role("deployer", "pods", "", "create"));
    post(admin, RBAC + "rolebindings", binding("deployer"));
    post(
        admin,
        "/api/v1/namespaces/default/configmaps",
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"webserver-credspec\"},"
            + "\"data\":{\"gmsa-cred-spec\":"
            + quoted(SPEC)
            + "}}");
    String url = "\"url\":\"https://127.0.0.1:" + webhook.port() + "/%s\"";
    configure("mutating", "MutatingWebhookConfiguration", url.formatted("mutate"));
    configure("validating", "ValidatingWebhookConfiguration", url.formatted("validate"));
  }

  @AfterAll
  static void stop() {
    webhook.close();
    jane.close();
    admin.close();
    server.close();
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\\\"") + "\"";
  }

  private static String role(String name, String resource, String group, String verb) {
    return "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"Role\",\"metadata\":{\"name\":\""
        + name
        + "\"},\"rules\":[{\"apiGroups\":[\""
        + group
        + "\"],\"resources\":[\""
        + resource
        + "\"],\"verbs\":[\""
        + verb
        + "\"]}]}";
  }

  private static String binding(String role) {
    return "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"RoleBinding\",\"metadata\":{\"name\":\""
        + role
        + "\"},\"subjects\":[{\"kind\":\"User\",\"name\":\"jane\",\"apiGroup\":\"rbac.authorization.k8s.io\"}],"
        + "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\""
        + role
        + "\"}}";
  }

  private static void configure(String path, String kind, String client) throws Exception {
    post(
        admin,
        HOOKS + path + "webhookconfigurations",
        "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":\""
            + kind
            + "\",\"metadata\":{\"name\":\"muster-gmsa\"},\"webhooks\":[{\"name\":\"gmsa.muster.dev\","
            + "\"admissionReviewVersions\":[\"v1\"],\"sideEffects\":\"None\",\"timeoutSeconds\":10,"
            + "\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\",\"UPDATE\"],"
            + "\"resources\":[\"pods\",\"configmaps\"]}],\"clientConfig\":{"
            + client
            + "}}]}");
  }

  private static JsonNode post(RemoteServer as, String path, String body) throws Exception {
    RemoteServer.Answer answer = send(as, path, body);
    assertThat(answer.code()).as(answer.body()).isEqualTo(201);
    return Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8));
  }

  private static RemoteServer.Answer send(RemoteServer as, String path, String body)
      throws IOException, InterruptedException {
    return as.send(path, body.getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(30), 4 << 20);
  }

  private static String pod(String name, String metadata, String spec) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\""
        + name
        + "\""
        + metadata
        + "},\"spec\":{\"containers\":[{\"name\":\"iis\",\"image\":\"iis:1\"}]"
        + spec
        + "}}";
  }

  private static final String ANNOTATED =
      ",\"annotations\":{\"pod.alpha.kubernetes.io/windows-gmsa-config-map\":\"webserver-credspec\"}";

  @Test
  @Order(1)
  void withoutItsAuthorityTheWebhookIsNotTrusted() throws Exception {
    RemoteServer.Answer answer = send(jane, PODS, pod("untrusted", "", ""));
    assertThat(answer.code()).isEqualTo(500);
    assertThat(answer.body()).contains("failed calling webhook \\\"gmsa.muster.dev\\\"");
  }

  @Test
  @Order(2)
  void itWritesItsAuthorityIntoItsConfigurations() throws Exception {
    webhook.renew();
    for (String kind : List.of("mutating", "validating")) {
      RemoteServer.Answer found =
          admin.send(
              HOOKS + kind + "webhookconfigurations/muster-gmsa",
              null,
              Duration.ofSeconds(10),
              1 << 20);
      String bundle =
          Trees.parse(found.body().getBytes(StandardCharsets.UTF_8))
              .at("/webhooks/0/clientConfig/caBundle")
              .asText();
      assertThat(new String(java.util.Base64.getDecoder().decode(bundle), StandardCharsets.UTF_8))
          .isEqualTo(webhook.authority());
    }
    post(jane, PODS, pod("plain", "", ""));
  }

  @Test
  @Order(3)
  void whoMayUseASpecIsAskedOfTheCluster() throws Exception {
    RemoteServer.Answer refused = send(jane, PODS, pod("web", ANNOTATED, ""));
    assertThat(refused.code()).isEqualTo(403);
    assertThat(
            Trees.parse(refused.body().getBytes(StandardCharsets.UTF_8)).path("message").asText())
        .isEqualTo(
            "admission webhook \"gmsa.muster.dev\" denied the request:"
                + " metadata.annotations[pod.alpha.kubernetes.io/windows-gmsa-config-map]: user"
                + " \"jane\" may not use the credential spec in configmap \"webserver-credspec\": ask"
                + " an administrator for the verb \"use\" on configmaps \"webserver-credspec\" in"
                + " namespace \"default\"");
    post(admin, RBAC + "roles", role("user", "configmaps", "", "use"));
    post(admin, RBAC + "rolebindings", binding("user"));
    JsonNode created = post(jane, PODS, pod("web", ANNOTATED, ""));
    assertThat(created.at("/metadata/annotations/gmsa.muster.dev~1admitted").asText())
        .startsWith("{\"webserver-credspec\":{\"sha256\":\"");
  }

  @Test
  @Order(4)
  void theDefaultServiceAccountNeedsTheGrantOnceItIsNamed() throws Exception {
    RemoteServer.Answer refused =
        send(jane, PODS, pod("by-name", ANNOTATED, ",\"serviceAccountName\":\"default\""));
    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.body()).contains("service account \\\"default\\\" may not use");
  }

  @Test
  @Order(4)
  void contentsAreFilledIn() throws Exception {
    post(
        admin,
        "/apis/windows.k8s.io/v1/gmsacredentialspecs",
        "{\"apiVersion\":\"windows.k8s.io/v1\",\"kind\":\"GMSACredentialSpec\",\"metadata\":{\"name\":\"web\"},"
            + "\"credspec\":"
            + SPEC
            + "}");
    JsonNode created =
        post(
            admin,
            PODS,
            pod(
                "modern",
                "",
                ",\"securityContext\":{\"windowsOptions\":{\"gmsaCredentialSpecName\":\"web\"}}"));
    assertThat(created.at("/spec/securityContext/windowsOptions/gmsaCredentialSpec").asText())
        .contains("\"MachineAccountName\":\"WebApplication1\"");
  }

  @Test
  @Order(6)
  void newCertificatesAreShownWithoutARestart() throws Exception {
    X509Certificate before = shown();
    Instant late = before.getNotAfter().toInstant().minus(Duration.ofDays(10));
    clock.advance(Duration.between(clock.instant(), late));
    webhook.renew();
    X509Certificate after = shown();
    assertThat(after.getNotAfter()).isAfter(before.getNotAfter());
    assertThat(after.getSerialNumber()).isNotEqualTo(before.getSerialNumber());
  }

  @Test
  @Order(5)
  void itIsReachedAsAServiceUnderItsName() throws Exception {
    post(
        admin,
        "/api/v1/namespaces",
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"muster\"}}");
    post(
        admin,
        "/api/v1/namespaces/muster/services",
        "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"muster-webhook\"},"
            + "\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"localhost\"}}");
    RemoteServer.Answer patched =
        admin.patch(
            HOOKS + "validatingwebhookconfigurations/muster-gmsa",
            ("[{\"op\":\"remove\",\"path\":\"/webhooks/0/clientConfig/url\"},{\"op\":\"add\",\"path\":"
                    + "\"/webhooks/0/clientConfig/service\",\"value\":{\"namespace\":\"muster\",\"name\":"
                    + "\"muster-webhook\",\"path\":\"/validate\",\"port\":"
                    + webhook.port()
                    + "}}]")
                .getBytes(StandardCharsets.UTF_8),
            Duration.ofSeconds(10),
            1 << 20);
    assertThat(patched.code()).as(patched.body()).isEqualTo(200);
    post(jane, PODS, pod("by-service", ANNOTATED, ""));
  }

  private static X509Certificate shown() throws IOException {
    SSLContext context = ClientTls.context(new Trust.Anyone(), Optional.empty());
    try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), webhook.port()));
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }
}
