package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few of the kills that {@code bench/run-crashes} does many of. */
class CrashTest {
  private static final int KILLS = 25;

  @TempDir Path directory;

  @Test
  void nothingAcknowledgedIsLostHoweverOftenTheProcessIsKilled() throws Exception {
    assertThat(new CrashRun(directory).run(KILLS, System.nanoTime()))
        .as("writes seen")
        .isGreaterThan(KILLS * 100);
  }
}
