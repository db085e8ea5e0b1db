package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The picture in docs/architecture.md is drawn from the imports of the sources. */
class HousePictureTest {
  @Test
  void theHouseIsDrawnAsItStands() throws Exception {
    Process check =
        new ProcessBuilder("python3", Path.of("..", "docs/images/house").toString(), "--check")
            .redirectErrorStream(true)
            .start();
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(check.waitFor()).as(said).isZero();
  }
}
