package dev.muster.cli.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** A key that only its owner may read, and a change that a reader sees whole or not at all. */
final class FilesStory implements Story {
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  /** Follows the link once, then reads both files. */
  private static final String READER =
      """
      echo watching
      while :; do
        d=$(readlink -f /files/..data)
        a=$(cat $d/a) b=$(cat $d/b)
        [ "$a" = "$b" ] || { echo "half: $a $b"; exit 1; }
        [ "$a" = new ] && { echo "whole: $a $b"; exit 0; }
      done""";

  private static final String MOUNT = "{name: openssh, mountPath: /openssh, readOnly: true}";

  private final SharedCluster cluster;
  private final Path directory;
  private final OpenSshPackages packages;

  FilesStory(SharedCluster cluster, OpenSshPackages packages, Path directory) {
    this.cluster = cluster;
    this.packages = packages;
    this.directory = directory;
  }

  @Override
  public String title() {
    return "What do the files of a volume look like?";
  }

  @Override
  public String document() {
    return "File mode bits in secret, config map and downward API volumes";
  }

  @Override
  public void play(DemoStage stage) throws Exception {
    Person admin = cluster.get().admin();
    PodRunner pods = new PodRunner(admin);
    modes(stage, admin, pods);
    ssh(stage, admin, pods);
    update(stage, admin, pods);
  }

  private static void modes(DemoStage stage, Person admin, PodRunner pods)
      throws IOException, InterruptedException {
    secret(admin, "password", "letmein");
    pods.create(
        "{name: modes}",
        """
        volumes: [{name: files, secret: {secretName: password, defaultMode: 0400,
            items: [{key: key, path: mine}, {key: key, path: shared/ours, mode: 0440}]}}]""",
        "stat -L -c \"%a %n\" /files/mine /files/shared /files/shared/ours");
    PodRunner.Ended ended = pods.end("modes");
    stage.show(
        "a secret volume with defaultMode 0400, and mode 0440 for one of its items",
        new StoryOutcome(
            ended.output().equals("400 /files/mine\n755 /files/shared\n440 /files/shared/ours"),
            ended.output(),
            "an item's own mode counts over the default; directories have neither"));
  }

  private void ssh(DemoStage stage, Person admin, PodRunner pods) throws Exception {
    OpenSsh programs;
    try {
      programs = packages.in(Files.createDirectories(directory).resolve("openssh"));
    } catch (IOException e) {
      stage.leaveOut("a real ssh client: " + e.getMessage());
      return;
    }
    Path client = directory.resolve("client-programs");
    programs.copyClient(client);
    try (SshServer server = SshServer.start(programs, directory)) {
      secret(admin, "ssh-key", server.clientKey());
      String spec = sshPod(client);
      String script =
          "stat -L -c \"uid %u mode %a\" /files/key; LD_LIBRARY_PATH=/openssh /openssh/ssh "
              + server.login("/files/key");
      pods.create("{name: ssh-usual}", spec, MOUNT, script);
      pods.create(
          "{name: ssh-owner, annotations: {file-owner.volumes.muster.dev/files: '1000:1000'}}",
          spec,
          MOUNT,
          script);
      PodRunner.Ended usual = pods.end("ssh-usual");
      stage.show(
          "a real ssh client as uid 1000 uses a key of mode 0400",
          new StoryOutcome(
              usual.output().startsWith("uid 0 mode 400")
                  && !usual.output().contains(SshServer.WELCOME),
              usual.output(),
              "the file is root's, as in Kubernetes: nobody else may read it"));
      PodRunner.Ended owner = pods.end("ssh-owner");
      stage.show(
          "the same, and the pod asks for files that belong to uid 1000",
          new StoryOutcome(
              owner.output().equals("uid 1000 mode 400\n" + SshServer.WELCOME),
              owner.output(),
              "annotation file-owner.volumes.muster.dev/files: 1000:1000"));
    }
  }

  /** As a user that is not root, on the network where sshd listens. */
  private static String sshPod(Path client) {
    return """
        hostNetwork: true
          securityContext: {runAsUser: 1000, runAsGroup: 1000}
          volumes: [{name: files, secret: {secretName: ssh-key, defaultMode: 0400}},
              {name: openssh, hostPath: {path: '%s'}}]"""
        .formatted(client);
  }

  private static void update(DemoStage stage, Person admin, PodRunner pods)
      throws IOException, InterruptedException {
    admin
        .create(CONFIG_MAPS, "{metadata: {name: pair}, data: {a: old, b: old}}")
        .orFail("creating a config map");
    pods.create("{name: reader}", "volumes: [{name: files, configMap: {name: pair}}]", READER);
    pods.await("reader", pod -> pod.at("/status/phase").asText().equals("Running"));
    admin
        .replace(CONFIG_MAPS + "/pair", "{metadata: {name: pair}, data: {a: new, b: new}}")
        .orFail("changing a config map");
    PodRunner.Ended ended = pods.end("reader");
    stage.show(
        "two keys of a config map are changed at once, while a reader reads both in a loop",
        new StoryOutcome(
            ended.succeeded() && ended.output().endsWith("whole: new new"),
            ended.output(),
            "the new version is written beside the old one and takes its place by one rename"));
  }

  private static void secret(Person admin, String name, String content)
      throws IOException, InterruptedException {
    String data = Base64.getEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8));
    admin
        .create(SECRETS, "{metadata: {name: " + name + "}, data: {key: " + data + "}}")
        .orFail("creating a secret");
  }
}
