package dev.muster.cli.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code muster image} and {@code identity} use the images of the cluster that runs. */
class RunningClustersTest {
  private static final Path DATA = Path.of("/somewhere/else");

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private RunningClusters clusters;

  @BeforeEach
  void noneRuns() {
    clusters = new RunningClusters(directory.resolve("running"));
  }

  private Path images(String... args) throws IOException {
    ImageStoreFlag flag = new ImageStoreFlag();
    new CommandLine(new Holder(flag)).parseArgs(args);
    return flag.directory(clusters);
  }

  @CommandLine.Command
  private record Holder(@CommandLine.Mixin ImageStoreFlag images) {}

  @Test
  void theImagesAreThoseOfTheClusterThatRuns() throws IOException {
    try (RunningClusters.Note running = clusters.note(DATA)) {
      assertThat(running.file()).exists();
      assertThat(images()).isEqualTo(DATA.resolve("images"));
      assertThat(images("--data=/told")).isEqualTo(Path.of("/told/images"));
      assertThat(images("--images=/told")).isEqualTo(Path.of("/told"));
    }
    assertThat(clusters.data()).isEmpty();
    assertThat(images()).isEqualTo(DataFolder.byDefault().resolve("images"));
  }

  @Test
  void nobodyElseCanSayWhereTheyAre() throws IOException {
    try (RunningClusters.Note running = clusters.note(DATA)) {
      assertThat(Files.getPosixFilePermissions(running.file().resolveSibling("")))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void ofSeveralOneHasToBeChosen() throws IOException {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    try (RunningClusters.Note running = clusters.note(DATA)) {
      Files.writeString(
          running.file().resolveSibling(Long.toString(parent.pid())),
          parent.info().startInstant().orElseThrow() + "\n/another\n");
      assertThatThrownBy(this::images)
          .hasMessageStartingWith(
              "several clusters run here, choose the one that is meant: --data /")
          .hasMessageContainingAll("--data /another", " or ", "--data " + DATA);
    }
  }

  @Test
  void oneThatWasKilledDoesNotCount() throws IOException {
    try (RunningClusters.Note running = clusters.note(DATA)) {
      Files.writeString(running.file(), "1970-01-01T00:00:00Z\n" + DATA + "\n"); // its id is reused
      Files.writeString(running.file().resolveSibling("999999999"), "unknown\n/gone\n");
      Files.writeString(running.file().resolveSibling("note.txt"), "unknown\n/gone\n");
      assertThat(clusters.data()).isEmpty();
    }
  }
}
