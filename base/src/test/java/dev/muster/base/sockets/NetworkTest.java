package dev.muster.base.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1, true",
    "10.0.0.1, 10.0.0.2, false",
    "::ffff:10.0.0.1, 10.0.0.1, true",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff:ffff:ffff:ffff, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
  })
  void addressesOfOneOwnerAreOne(String one, String other, boolean same)
      throws UnknownHostException {
    assertThat(
            Network.of(InetAddress.getByName(one)).equals(Network.of(InetAddress.getByName(other))))
        .isEqualTo(same);
  }
}
