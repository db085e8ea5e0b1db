package dev.muster.cli.demo;

import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.WebhookMode;
import dev.muster.authz.webhook.ReviewVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One question under four authorization modes. */
final class ModesStory implements Story {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private final Path directory;

  ModesStory(Path directory) {
    this.directory = directory;
  }

  @Override
  public String title() {
    return "May bob list pods?";
  }

  @Override
  public String document() {
    return "Using Authorization Plugins: one question, whoever decides it";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    try (DemoServer denying = server("deny", Authorization.by("AlwaysDeny"))) {
      ask(stage, denying, "AlwaysDeny", false);
    }
    try (DemoServer attributes =
        server("abac", Authorization.by("ABAC").withPolicyFile(policy()))) {
      ask(stage, attributes, "ABAC, with a policy that lets bob read pods", true);
    }
    try (DemoServer roles = server("rbac", Authorization.by("RBAC"))) {
      ask(stage, roles, "RBAC, with no binding for bob", false);
      bind(roles.admin());
      ask(stage, roles, "RBAC, with a role and its binding", true);
      WebhookMode webhook = webhook(roles);
      try (DemoServer asking = server("hook", Authorization.by("Webhook").withWebhook(webhook))) {
        ask(stage, asking, "Webhook, which asks that other server", true);
      }
    }
  }

  private void ask(DemoStage stage, DemoServer server, String mode, boolean expected)
      throws IOException, InterruptedException {
    Reply reply = server.user("bob").get(PODS);
    Reply review = server.admin().create(REVIEWS, REVIEW).orFail("asking for the reason");
    String reason = review.at("/status/reason");
    stage.show(
        "bob lists pods under " + mode,
        new StoryOutcome(
            reply.ok() == expected && review.json().at("/status/allowed").asBoolean() == expected,
            reply.ok() ? "200, the list" : reply.code() + " " + reply.message(),
            reason.isEmpty() ? unexplained(expected) : reason));
  }

  /** ABAC names no reason when it allows, and nobody has one when nobody allows. */
  private static String unexplained(boolean allowed) {
    return allowed ? "a line of the policy file says so" : "no mode had a reason to allow it";
  }

  private DemoServer server(String name, Authorization authorization) throws IOException {
    return DemoServer.start(directory.resolve(name), config -> config.with(authorization));
  }

  private Path policy() throws IOException {
    Path file = Files.createDirectories(directory).resolve("policy.jsonl");
    Files.writeString(
        file,
        "{\"apiVersion\": \"abac.authorization.kubernetes.io/v1beta1\", \"kind\": \"Policy\","
            + " \"spec\": {\"user\": \"bob\", \"namespace\": \"default\", \"resource\": \"pods\","
            + " \"readonly\": true}}\n");
    return file;
  }

  private static void bind(Person admin) throws IOException, InterruptedException {
    String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";
    admin
        .create(
            roles + "roles",
            """
            metadata: {name: pod-reader}
            rules: [{apiGroups: [""], resources: [pods], verbs: [get, list, watch]}]
            """)
        .orFail("creating a role");
    admin
        .create(
            roles + "rolebindings",
            """
            metadata: {name: bob-reads-pods}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: pod-reader}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: bob}]
            """)
        .orFail("creating a binding");
  }

  /** The other server answers the very reviews that a webhook is sent. */
  private WebhookMode webhook(DemoServer decider) throws IOException {
    String url = decider.server().url();
    String kubeconfig = decider.server().kubeconfigFor("asker", List.of("system:masters"));
    Path file = directory.resolve("webhook.kubeconfig");
    Files.writeString(file, kubeconfig.replace(url + "\n", url + REVIEWS + "\n"));
    return new WebhookMode(
        file, ReviewVersion.V1, WebhookMode.AUTHORIZED_TTL, WebhookMode.UNAUTHORIZED_TTL);
  }

  private static final String REVIEW =
      """
      spec:
        user: bob
        groups: ["system:authenticated"]
        resourceAttributes: {namespace: default, verb: list, resource: pods}
      """;
}
