package dev.muster.cli.demo;

import java.util.Locale;

/** The rows of the RunAsGroup proposal, by what a process says of itself. */
final class RunAsGroupStory implements Story {
  private enum Row {
    BOTH("{runAsUser: 9999, runAsGroup: 9999}", "uid=9999 gid=9999", "both were asked for"),
    USER("{runAsUser: 9999}", "uid=9999 gid=0", "the image has no account 9999: its group is 0"),
    GROUP("{runAsGroup: 9999}", "uid=1000 gid=9999", "the user is the image's, alice"),
    NEITHER("{}", "uid=1000 gid=1000", "user and group are the image's, alice's");

    private final String context;
    private final String identity;
    private final String why;

    Row(String context, String identity, String why) {
      this.context = context;
      this.identity = identity;
      this.why = why;
    }

    String pod() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final SharedCluster cluster;

  RunAsGroupStory(SharedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String title() {
    return "Which user and group does a process get?";
  }

  @Override
  public String document() {
    return "RunAsGroup support in PodSpec and PodSecurityPolicy: behaviour";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    PodRunner pods = new PodRunner(cluster.get().admin());
    for (Row row : Row.values()) {
      pods.create(
          "{name: " + row.pod() + "}",
          "securityContext: " + row.context + "\n  volumes: [{name: files, emptyDir: {}}]",
          "id");
    }
    for (Row row : Row.values()) {
      PodRunner.Ended ended = pods.end(row.pod());
      String identity = ended.output().replaceAll("\\([^)]*\\)", "").replaceAll(" groups=.*", "");
      stage.show(
          "a pod with securityContext " + row.context + " runs id",
          new StoryOutcome(
              ended.succeeded() && identity.equals(row.identity), ended.output(), row.why));
    }
  }
}
