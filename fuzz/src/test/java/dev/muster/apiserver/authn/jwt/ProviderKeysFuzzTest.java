package dev.muster.apiserver.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/** What a provider answers when it is asked for its keys: they are read, or it is refused. */
class ProviderKeysFuzzTest {
  @FuzzTest
  void areReadOrRefused(byte[] input) {
    try {
      assertThat(ProviderKeySet.parse(input)).isNotNull();
    } catch (IOException refused) {
      assertThat(refused).isNotNull();
    }
  }
}
