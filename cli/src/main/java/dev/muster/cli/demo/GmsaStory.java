package dev.muster.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.bundle.BundlePreview;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A Windows account that only those may use who were given it, down to what a runtime is told. */
final class GmsaStory implements Story {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";

  private static final String CREDENTIAL_SPEC =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: webserver-credspec}
      data:
        gmsa-cred-spec: |
          {"CmsPlugins": ["ActiveDirectory"],
           "DomainJoinConfig": {"DnsName": "contoso.com", "DnsTreeName": "contoso.com",
             "NetBiosName": "DEMO", "Guid": "244818ae-87ca-4fcd-92ec-e79e5252348a",
             "Sid": "S-1-5-21-2126729477-2524075714-3094792973",
             "MachineAccountName": "WebApplication1"},
           "ActiveDirectoryConfig": {"GroupManagedServiceAccounts":
             [{"Name": "WebApplication1", "Scope": "contoso.com"}]}}
      """;

  private static final String POD =
      """
      metadata:
        name: iis
        annotations: {pod.alpha.kubernetes.io/windows-gmsa-config-map: webserver-credspec}
      spec:
        os: {name: windows}
        automountServiceAccountToken: false
        containers: [{name: iis, image: iis, command: [ServiceMonitor.exe]}]
      """;

  private final Path directory;

  GmsaStory(Path directory) {
    this.directory = directory;
  }

  @Override
  public String title() {
    return "Who may run under a Windows account?";
  }

  @Override
  public String document() {
    return "Windows Group Managed Service Accounts for Container Identity";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    try (DemoServer server = DemoServer.start(directory, config -> config)) {
      Person admin = server.admin();
      admin
          .create("/api/v1/namespaces/default/configmaps", CREDENTIAL_SPEC)
          .orFail("creating a config map");
      grant(admin, "deployer", "{apiGroups: [''], resources: [pods], verbs: [create, get]}");
      Person alice = server.user("alice");
      Reply refused = alice.create(PODS, POD);
      stage.show(
          "alice, who may create pods, names the account of the web server in one",
          new StoryOutcome(
              refused.code() == 403 && refused.message().contains("verb \"use\""),
              refused.code() + " " + refused.message(),
              "naming an account is not enough, and the refusal tells what is"));
      grant(
          admin,
          "webserver-gmsa-user",
          "{apiGroups: [''], resources: [configmaps], resourceNames: [webserver-credspec],"
              + " verbs: [use]}");
      Reply admitted = alice.create(PODS, POD);
      stage.show(
          "the same, once alice has the verb use on the config map webserver-credspec",
          new StoryOutcome(
              admitted.ok(),
              admitted.ok() ? "201, created" : admitted.message(),
              "the pod notes what it was admitted with: a later change is no other identity"));
      stage.show("muster runtime spec, for this pod", bundle(admitted));
    }
  }

  private static StoryOutcome bundle(Reply admitted) throws IOException {
    JsonNode config =
        BundlePreview.of(
                List.of((ObjectNode) admitted.json(), (ObjectNode) tree(CREDENTIAL_SPEC)),
                Optional::empty)
            .config("");
    JsonNode account =
        config.at("/windows/credentialSpec/ActiveDirectoryConfig/GroupManagedServiceAccounts/0");
    return new StoryOutcome(
        account.path("Name").asText().equals("WebApplication1"),
        "windows.credentialSpec of the OCI bundle: " + account,
        "what a Windows runtime would start the container with");
  }

  private static JsonNode tree(String yaml) {
    return Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static void grant(Person admin, String role, String rule)
      throws IOException, InterruptedException {
    admin
        .create(RBAC + "roles", "{metadata: {name: " + role + "}, rules: [" + rule + "]}")
        .orFail("creating a role");
    admin
        .create(
            RBAC + "rolebindings",
            """
            metadata: {name: alice-%1$s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %1$s}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}]
            """
                .formatted(role))
        .orFail("creating a binding");
  }
}
