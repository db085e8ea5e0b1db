package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.Credential;
import dev.muster.client.kubeconfig.KubeconfigException;
import java.nio.file.Path;

/** A text, read as a kubeconfig. */
class KubeconfigFuzzTest {
  private static final Path NOWHERE = Path.of("/nowhere/kubeconfig");

  @FuzzTest
  void isUsableOrRefused(byte[] input) {
    ClientConfig config;
    try {
      config = ClientConfig.parse(Inputs.text(input), NOWHERE);
    } catch (KubeconfigException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
      return;
    }
    assertThat(config.server().getScheme()).isEqualTo("https");
    assertThat(config.server().getHost()).isNotEmpty();
    if (config.credential() instanceof Credential.Fixed fixed) {
      assertThat(fixed.value().chars()).allMatch(c -> c >= ' ' && c <= '~');
      assertThat(config.toString()).doesNotContain(fixed.value());
    }
  }
}
