package dev.muster.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.authz.User;
import dev.muster.client.api.ApiClient;
import dev.muster.network.address.Ipv4Range;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No two nodes get the same range, however close they come. */
class PodRangeClaimsTest {
  private static final Ipv4Range FIRST = Ipv4Range.parse("10.244.0.0/22").orElseThrow();
  private static final Ipv4Range SECOND = Ipv4Range.parse("10.244.4.0/22").orElseThrow();

  @TempDir Path directory;

  @Test
  void whoWasSlowerLooksAgain() throws Exception {
    try (ApiServer server = ApiServer.start(ServerConfig.in(directory).onPort(0));
        ApiClient admin = new ApiClient(server.connectionAs(User.of("admin", User.MASTERS)))) {
      PodRangeClaims one = new PodRangeClaims(admin, "one");
      PodRangeClaims two = new PodRangeClaims(admin, "two");
      for (int round = 0; round < 2; round++) { // a new object, then one that is there
        PodRangeClaims.Seen early = two.look();
        assertThat(one.look().claim(round == 0 ? FIRST : SECOND)).isTrue();
        assertThat(early.claim(FIRST)).isFalse();
      }
      PodRangeClaims.Seen again = two.look();
      assertThat(again.others()).containsExactly(SECOND);
      assertThat(again.own()).isEmpty();
      assertThat(again.claim(FIRST)).isTrue();
      assertThat(two.look().own()).contains(FIRST);
      assertThat(one.look().own()).contains(SECOND);
    }
  }
}
