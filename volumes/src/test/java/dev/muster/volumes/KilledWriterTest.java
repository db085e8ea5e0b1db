package dev.muster.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.linux.Fd;
import dev.muster.linux.PidFd;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 at any instant: what is published is whole, and the next writer goes on from there. */
class KilledWriterTest {
  private static final int KILLS = 8;
  private static final int SIGKILL = 9;

  @TempDir Path dir;

  /** Replaces the payload for ever, telling each version once it is published. */
  static final class Writer {
    public static void main(String[] args) throws Exception {
      try (Fd root = Fd.directory(Path.of(args[0]))) {
        AtomicDirectory writer = NumberedVersions.writer(root);
        for (int n = Integer.parseInt(args[1]); ; n++) {
          writer.write(NumberedVersions.payload(n));
          System.out.println(n);
        }
      }
    }
  }

  @Test
  void whatWasPublishedIsWholeAndTheRestIsCleanedUp() throws Exception {
    Random random = new Random(7);
    int last = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process writer = start(last + 1);
      try (PidFd pid = PidFd.open(writer.pid());
          BufferedReader told = writer.inputReader()) {
        int until = last + 1 + random.nextInt(40);
        while (last < until) {
          last = Integer.parseInt(told.readLine());
        }
        pid.signal(SIGKILL);
        String line;
        while ((line = told.readLine()) != null) {
          last = Integer.parseInt(line);
        }
      }
      writer.waitFor();
      NumberedVersions.check(dir);
      int published = NumberedVersions.version(dir.resolve("file-0"));
      assertThat(published).isBetween(last, last + 1);
      last = published;
    }
    try (Fd root = Fd.directory(dir)) {
      NumberedVersions.writer(root).write(NumberedVersions.payload(last));
      new SupersededVersions(root, Clock.systemUTC())
          .remove(root.readLinkAt("..data"), Duration.ZERO);
      assertThat(dir.toFile().list())
          .containsExactlyInAnyOrder(
              "..data",
              root.readLinkAt("..data"),
              "sub",
              "file-0",
              "file-1",
              "file-2",
              "file-3",
              "file-4");
    }
  }

  private Process start(int from) throws Exception {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                dir.toString(),
                Integer.toString(from)))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
