package dev.muster.cli.demo;

import dev.muster.apiserver.server.Admission;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** A PodSecurityPolicy that keeps root's group out, and says so. */
final class PolicyStory implements Story {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final Path directory;

  PolicyStory(Path directory) {
    this.directory = directory;
  }

  @Override
  public String title() {
    return "Which groups may a pod have?";
  }

  @Override
  public String document() {
    return "RunAsGroup support in PodSpec and PodSecurityPolicy: ranges of groups";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    try (DemoServer server =
        DemoServer.start(
            directory,
            config -> config.with(new Admission(Set.of("PodSecurityPolicy"), Set.of())))) {
      prepare(server.admin());
      Person alice = server.user("alice");
      Reply refused = alice.create(PODS, pod("as-root", "{runAsUser: 1000, runAsGroup: 0}"));
      stage.show(
          "alice creates a pod with runAsGroup 0, under a policy of 1000 to 65535",
          new StoryOutcome(
              refused.code() == 403 && refused.message().contains("runAsGroup"),
              refused.code() + " " + refused.message(),
              "the refusal lists the policy, the field and the range that would do"));
      Reply admitted = alice.create(PODS, pod("as-told", "{runAsUser: 1000}"));
      stage.show(
          "alice creates a pod that leaves the group to the policy",
          new StoryOutcome(
              admitted.ok() && admitted.at(GROUP).equals("1000"),
              admitted.ok() ? "201, runAsGroup " + admitted.at(GROUP) : admitted.message(),
              "chosen by policy " + admitted.at("/metadata/annotations/kubernetes.io~1psp")));
    }
  }

  private static final String GROUP = "/spec/containers/0/securityContext/runAsGroup";

  private static void prepare(Person admin) throws IOException, InterruptedException {
    admin
        .create(
            "/apis/policy/v1beta1/podsecuritypolicies",
            """
            metadata: {name: not-root}
            spec:
              runAsUser: {rule: MustRunAsNonRoot}
              runAsGroup: {rule: MustRunAs, ranges: [{min: 1000, max: 65535}]}
              supplementalGroups: {rule: RunAsAny}
              fsGroup: {rule: RunAsAny}
              seLinux: {rule: RunAsAny}
              volumes: ["*"]
            """)
        .orFail("creating a policy");
    admin
        .create(
            "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
            """
            metadata: {name: deployer}
            rules:
            - {apiGroups: [""], resources: [pods], verbs: [create, get]}
            - {apiGroups: [policy], resources: [podsecuritypolicies], resourceNames: [not-root], verbs: [use]}
            """)
        .orFail("creating a role");
    admin
        .create(
            "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
            """
            metadata: {name: alice-deploys}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}]
            """)
        .orFail("creating a binding");
  }

  private static String pod(String name, String securityContext) {
    return """
    metadata: {name: %s}
    spec:
      containers: [{name: main, image: "muster.local/host-tools:1", securityContext: %s}]
    """
        .formatted(name, securityContext);
  }
}
