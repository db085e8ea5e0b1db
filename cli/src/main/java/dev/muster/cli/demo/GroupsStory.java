package dev.muster.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.Id;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import dev.muster.model.codec.Yaml;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.LayerFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** KEP-3619's alice, whom her image puts in a group that nobody asked for. */
final class GroupsStory implements Story {
  private static final String IMAGE = "muster.local/host-tools:1";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The policies, and the groups that alice then has. */
  private enum Policy {
    Merge(1000L, 50000L, 60000L),
    Strict(1000L, 60000L);

    private final List<Long> groups;

    Policy(Long... groups) {
      this.groups = List.of(groups);
    }

    String pod() {
      return "alice-" + name().toLowerCase(Locale.ROOT);
    }

    String context() {
      return "{runAsUser: 1000, supplementalGroups: [60000], supplementalGroupsPolicy: "
          + this
          + "}";
    }
  }

  private final SharedCluster cluster;

  GroupsStory(SharedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String title() {
    return "Which groups come from the image?";
  }

  @Override
  public String document() {
    return "KEP-3619: fine-grained SupplementalGroups control";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    DemoServer server = cluster.get();
    PodRunner pods = new PodRunner(server.admin());
    for (Policy policy : Policy.values()) {
      pods.create(
          "{name: " + policy.pod() + "}",
          "securityContext: " + policy.context() + "\n  volumes: [{name: files, emptyDir: {}}]",
          "id");
    }
    for (Policy policy : Policy.values()) {
      PodRunner.Ended ended = pods.end(policy.pod());
      stage.show(
          "alice's pod with supplementalGroups [60000] and policy " + policy + " runs id",
          new StoryOutcome(
              groups(ended.output()).equals(policy.groups),
              ended.output(),
              provenance(server.images(), policy)));
      JsonNode user = ended.user();
      stage.show(
          "kubectl get pod " + policy.pod() + " -o jsonpath='{.status.containerStatuses[0].user}'",
          new StoryOutcome(
              JSON.convertValue(user.path("supplementalGroups"), List.class)
                  .toString()
                  .equals(policy.groups.toString()),
              user.toString(),
              "read from the live process, not from what was asked for"));
    }
  }

  /** Those in the output of id, in order. */
  private static List<Long> groups(String id) {
    List<Long> groups = new ArrayList<>();
    for (String one : id.replaceAll(".*groups=", "").replaceAll("\\([^)]*\\)", "").split(",")) {
      groups.add(Long.valueOf(one.strip()));
    }
    return groups.stream().sorted().toList();
  }

  /** What muster identity says of each group. */
  private static String provenance(ImageStore images, Policy policy) throws Exception {
    Image image = images.find(IMAGE).orElseThrow();
    EffectiveContext context =
        EffectiveContext.of(Yaml.toTree(policy.context().getBytes(StandardCharsets.UTF_8)), null);
    ProcessIdentity identity =
        ProcessIdentity.resolve(
            context.request(image.config().user()),
            new ImageAccounts(new LayerFiles(images, image)));
    List<String> lines = new ArrayList<>();
    for (Id group : identity.groups()) {
      lines.add(group.value() + ": " + group.explanation());
    }
    return String.join("\n", lines);
  }
}
