package dev.muster.cli.demo;

import dev.muster.cli.scratch.ScratchDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster demo}: the documents' stories, live. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Plays the stories of the five documents on throw-away clusters.",
      "Each step shows what was asked, what happened and why.",
      "Exits with 0 only if every outcome was the right one."
    },
    footer = {"", "Example:", "  muster demo"})
public final class DemoCommand implements Callable<Integer> {
  private final OpenSshPackages packages;
  @Spec private CommandSpec self = CommandSpec.create();

  public DemoCommand() {
    this(OpenSshPackages.ofThisMachine());
  }

  DemoCommand(OpenSshPackages packages) {
    this.packages = packages;
  }

  @Override
  public Integer call() throws Exception {
    long started = System.nanoTime();
    DemoStage stage = new DemoStage(self.commandLine().getOut(), Ansi.AUTO);
    Path directory = Files.createTempDirectory("muster-demo");
    try (SharedCluster cluster = new SharedCluster(directory.resolve("pods"))) {
      for (Story story : stories(directory, cluster)) {
        stage.open(story);
        play(story, stage);
      }
    } finally {
      ScratchDirectory.delete(directory);
    }
    return stage.close((System.nanoTime() - started) / 1_000_000) ? 0 : 1;
  }

  private List<Story> stories(Path directory, SharedCluster cluster) {
    return List.of(
        new ModesStory(directory.resolve("modes")),
        new EscalationStory(directory.resolve("escalation")),
        new PolicyStory(directory.resolve("policy")),
        new GmsaStory(directory.resolve("gmsa")),
        new RunAsGroupStory(cluster),
        new GroupsStory(cluster),
        new FilesStory(cluster, packages, directory.resolve("ssh")));
  }

  /** A story that breaks off is a wrong outcome, not the end of the others. */
  private static void play(Story story, DemoStage stage) throws InterruptedException {
    try {
      story.play(stage);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      stage.show("(the story broke off)", new StoryOutcome(false, e.toString(), "see above"));
    }
  }
}
