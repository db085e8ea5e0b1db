package dev.muster.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.JavaProgram;
import java.nio.charset.StandardCharsets;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a process writes that logs past slf4j, in a process of its own. */
class OtherLogsTest {
  /** Logs as a library might, and lets a thread die. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws Exception {
      OtherLogs.divert();
      Logger.getLogger("io.grpc.Server").severe("a\nforged \u001b[2J");
      Thread dying =
          new Thread(
              () -> {
                throw new IllegalStateException("b\nforged");
              },
              "c\nforged");
      dying.start();
      dying.join();
    }
  }

  @Test
  void isEscapedToo() throws Exception {
    Process process = JavaProgram.of(Program.class).command().redirectErrorStream(true).start();
    String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(written).isZero();
    assertThat(written.lines())
        .noneMatch(line -> line.startsWith("forged"))
        .anyMatch(line -> line.endsWith(" ERROR Server - a\\nforged \\u001b[2J"))
        .anyMatch(line -> line.endsWith(" ERROR OtherLogs - thread c\\nforged ended"))
        .anyMatch(line -> line.equals("\tjava.lang.IllegalStateException: b\\nforged"));
  }
}
