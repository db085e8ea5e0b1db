package dev.muster.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EtcdStateTest {
  @ParameterizedTest(name = "{0} keys of {1} bytes, {2} left")
  @CsvSource({
    "500, 200000, 5000, 10000",
    "500, 200000, 1000000, 25000",
    "500, 8000000, 5000, 524",
    "500, 8000000, 1000000, 1310",
    "500, 8000000, 100000000, 2097",
    "500, 800000000, 1000000, 50",
    "1, 0, 1, 10000",
    "500, 200000, 4000000000000, 50000"
  })
  void aPageHasSomeMegabytesAndSoManyKeysThatThereAreFewPages(
      int keys, long bytes, long left, int next) {
    assertThat(EtcdState.pageFor(keys, bytes, left)).isEqualTo(next);
  }
}
