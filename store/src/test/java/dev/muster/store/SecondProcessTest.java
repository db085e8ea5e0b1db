package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondProcessTest {
  @TempDir Path directory;

  @Test
  void isRefusedWithTheReasonWhileTheFirstGoesOn() throws Exception {
    try (Store<Text> store = EmbeddedStore.open(directory, Text.CODEC)) {
      Process second = CrashChild.command(directory, "second").redirectErrorStream(true).start();
      String said = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(second.waitFor()).isNotZero();
      assertThat(said)
          .contains(
              "the store in \""
                  + directory
                  + "\" is in use by another process: stop that one, or use another directory");
      assertThat(store.put("pods/a/x", draft("1"), 0).revision()).isEqualTo(2);
    }
  }
}
