package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServingTest {
  /** Nobody's certificate is for 0.0.0.0. */
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "192.0.2.1, 192.0.2.1",
    "0.0.0.0,   127.0.0.1",
    "::,        [::1]",
    "fd00::1,   [fd00::1]"
  })
  void clientsOnThisMachineAreToldAnAddressThatLeadsThere(String bound, String host) {
    assertThat(new Serving(bound, 1, Optional.empty(), Optional.empty(), false).host())
        .isEqualTo(host);
  }
}
