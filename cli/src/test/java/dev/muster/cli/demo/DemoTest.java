package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.linux.MountTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DemoTest {
  private static final Path SCRATCH = Path.of(System.getProperty("java.io.tmpdir"));

  @Test
  void everyOutcomeIsTheRightOneAndNothingIsLeftBehind() throws Exception {
    assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "pods need root");
    List<Path> before = demos();
    StringWriter played = new StringWriter();
    int exit = new CommandLine(new DemoCommand()).setOut(new PrintWriter(played, true)).execute();
    assertThat(played.toString())
        .as("plain in a pipe, with a table of passes and not one failure")
        .doesNotContain("WRONG", "FAIL", "\u001b[")
        .contains("What do the files of a volume look like?   4 of  4  pass");
    assertThat(exit).isZero();
    assertThat(demos()).isEqualTo(before);
    assertThat(MountTable.atOrBelow(SCRATCH))
        .noneMatch(mount -> mount.toString().contains("muster-demo"));
  }

  private static List<Path> demos() throws IOException {
    try (Stream<Path> all = Files.list(SCRATCH)) {
      return all.filter(path -> path.getFileName().toString().startsWith("muster-demo"))
          .sorted()
          .toList();
    }
  }
}
