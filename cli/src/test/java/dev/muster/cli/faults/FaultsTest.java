package dev.muster.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The short profile of what {@code bench/run-faults} does: one round of each sort of fault. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FaultsTest {
  private static final long SEED = 19;

  private static final List<FaultKind> SHORT =
      List.of(
          FaultKind.STOPPED_SERVER,
          FaultKind.KILLED_LEADER,
          FaultKind.CUT_SERVER,
          FaultKind.FULL,
          FaultKind.SLOW_DISK,
          FaultKind.CLOCK,
          FaultKind.KILLED_SERVER);

  @TempDir private Path directory;

  @Test
  void nothingIsLostStaleOrOutOfOrderWhateverFails() throws Exception {
    try (FaultRounds rounds =
        new FaultRounds(directory, SEED, Duration.ofSeconds(2), FaultsTest::tell)) {
      for (FaultKind kind : SHORT) {
        assertThat(rounds.round(kind)).as("%s, seed %d", kind, SEED).isEmpty();
      }
      rounds.finish();
      tell(rounds.table().text());
    }
  }

  private static void tell(String line) {
    System.out.println(line);
  }
}
