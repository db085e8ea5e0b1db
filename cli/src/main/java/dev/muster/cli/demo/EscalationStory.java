package dev.muster.cli.demo;

import java.nio.file.Path;

/** Nobody gives away what they do not have. */
final class EscalationStory implements Story {
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";

  private final Path directory;

  EscalationStory(Path directory) {
    this.directory = directory;
  }

  @Override
  public String title() {
    return "May alice grant what she does not have?";
  }

  @Override
  public String document() {
    return "Using Authorization Plugins: privilege escalation prevention";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    try (DemoServer server = DemoServer.start(directory, config -> config)) {
      Person admin = server.admin();
      admin
          .create(
              ROLES + "rolebindings",
              """
              metadata: {name: alice-edits-roles}
              roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: role-editor}
              subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}]
              """)
          .orFail("creating a binding");
      admin
          .create(
              ROLES + "roles",
              """
              metadata: {name: role-editor}
              rules:
              - {apiGroups: [rbac.authorization.k8s.io], resources: [roles], verbs: [create]}
              - {apiGroups: [""], resources: [pods], verbs: [get, list]}
              """)
          .orFail("creating a role");
      Person alice = server.user("alice");
      Reply own =
          alice.create(
              ROLES + "roles",
              """
              metadata: {name: pod-getter}
              rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
              """);
      stage.show(
          "alice, who may create roles and read pods, creates a role to get pods",
          new StoryOutcome(
              own.ok(), own.ok() ? "201, created" : own.message(), "she holds that right"));
      Reply more =
          alice.create(
              ROLES + "roles",
              """
              metadata: {name: secret-reader}
              rules: [{apiGroups: [""], resources: [pods, secrets], verbs: [get]}]
              """);
      stage.show(
          "alice creates a role to get pods and secrets",
          new StoryOutcome(
              more.code() == 403 && more.message().contains("secrets"),
              more.code() + " " + more.message(),
              "she does not hold get on secrets, and the refusal names only that"));
    }
  }
}
