package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.apiserver.authn.config.AuthenticationConfigReader;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that says who is believed: it is read, or refused with its faults. */
class AuthenticationConfigurationFuzzTest {
  @FuzzTest
  void isReadOrRefused(byte[] input) throws IOException {
    Path file = Files.createTempFile("configuration", ".yaml");
    try {
      Files.write(file, input);
      assertThat(new AuthenticationConfigReader(List.of("https://own")).read(file)).isNotNull();
    } catch (InvalidConfigurationException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
    } finally {
      Files.delete(file);
    }
  }
}
