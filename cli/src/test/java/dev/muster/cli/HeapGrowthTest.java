package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapGrowthTest {
  private static final int MOST_MEGABYTES = 512;

  @ParameterizedTest
  @CsvSource({
    "UseParallelGC, unlimited, 400, 512",
    "UseParallelGC, limited, 0, 300",
    "UseSerialGC, unlimited, 400, 512",
    "UseSerialGC, limited, 0, 300"
  })
  void aHeapWhoseObjectsAreReplacedWithoutEndStaysSmallOnlyWhenItsGrowthIsLimited(
      String collector, String growth, int least, int most) throws Exception {
    assertThat(peakMegabytes(collector, growth)).isBetween(least, most);
  }

  private static int peakMegabytes(String collector, String growth) throws Exception {
    Process churn =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+" + collector,
                "-XX:-UseAdaptiveSizePolicy",
                "-Xmn32m",
                "-Xms64m",
                "-Xmx" + MOST_MEGABYTES + "m",
                "-cp",
                System.getProperty("java.class.path"),
                Churn.class.getName(),
                growth)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(churn.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(churn.waitFor()).isZero();
    return Integer.parseInt(said.strip());
  }

  /**
   * Holds 32 MB and replaces it forty times, piece by piece, as a server's history is. Prints how
   * large the heap became.
   */
  static final class Churn {
    private static final int PIECES = 32 << 10;

    public static void main(String[] args) {
      if (args[0].equals("limited")) {
        HeapGrowth.limit();
      }
      byte[][] kept = new byte[PIECES][];
      long peak = 0;
      for (int i = 0; i < 40 * PIECES; i++) {
        kept[i % PIECES] = new byte[1 << 10];
        peak = Math.max(peak, Runtime.getRuntime().totalMemory());
      }
      System.out.println(peak >> 20);
    }

    private Churn() {}
  }
}
