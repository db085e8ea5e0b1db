package dev.muster.network.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.network.address.Ipv4Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsedRangesTest {
  private static final List<String> TABLE =
      List.of(
          "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT",
          "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0",
          "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0",
          "cni0\t0000F40A\t00000000\t0001\t0\t0\t0\t00FCFFFF\t0\t0\t0");

  @TempDir Path directory;

  @Test
  void areThoseOfTheRoutesButTheDefaultOne() {
    UsedRanges used = new UsedRanges(UsedRanges.routes(TABLE));
    assertThat(used.ranges())
        .map(Ipv4Range::toString)
        .containsExactly("192.0.2.0/24", "10.244.0.0/22");
    assertThat(used.overlap(range("10.244.0.0/16"))).isTrue();
    assertThat(used.overlap(range("10.244.3.128/25"))).isTrue();
    assertThat(used.overlap(range("10.244.4.0/22"))).isFalse();
  }

  @Test
  void ofARunThatWasKilledAreCleanedOnceItsDirectoryIsGone() throws IOException {
    BridgeClaims claims = new BridgeClaims(directory.resolve("run"));
    Path kept = directory.resolve("kept");
    Path gone = directory.resolve("gone");
    new BridgeClaims.Kept("muster1", range("10.244.4.0/22")).write(kept);
    claims.take("muster1", kept).orElseThrow().close();
    claims.take("muster2", gone).orElseThrow().close();
    BridgeClaims.Held alive = claims.take("muster3", gone).orElseThrow();
    Files.createFile(directory.resolve("run/eth0"));
    List<String> removed = new ArrayList<>();
    claims.removeOrphans(removed::add);
    assertThat(removed).containsExactly("muster2");
    assertThat(claims.take("muster3", kept)).as("somebody lives there").isEmpty();
    alive.close();
    claims.take("muster3", kept).orElseThrow().close();
  }

  private static Ipv4Range range(String text) {
    return Ipv4Range.parse(text).orElseThrow();
  }
}
