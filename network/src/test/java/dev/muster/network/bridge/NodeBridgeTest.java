package dev.muster.network.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.network.address.Ipv4Range;
import dev.muster.network.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real bridges: what a run leaves, and who cleans it. */
class NodeBridgeTest {
  private static final Ipv4Range SERVICES = range("10.96.0.0/12");
  private static final Ipv4Range WANTED =
      range("10.248.%d.0/24".formatted(ThreadLocalRandom.current().nextInt(256)));

  @TempDir Path directory;

  @BeforeAll
  static void root() throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "bridges need root");
  }

  @Test
  void isTakenOverByTheNextRunAndRemovedOnceItsDirectoryIsGone() throws Exception {
    Path data = directory.resolve("data");
    NodeBridge first =
        NodeBridge.claim(data, Optional.of(WANTED), Optional.empty(), SERVICES, List.of());
    Path device = Path.of("/sys/class/net", first.name());
    assertThat(device).exists();
    assertThat(first.gateway()).isEqualTo(WANTED.at(1));
    String link = "mstv" + ProcessHandle.current().pid() % 100_000;
    HostPrograms.run(
        List.of("ip", "link", "add", link, "type", "veth", "peer", "name", link + "p"));
    HostPrograms.run(List.of("ip", "link", "set", link, "master", first.name()));
    assertThatThrownBy(
            () ->
                NodeBridge.claim(
                    directory.resolve("other"),
                    Optional.of(WANTED),
                    Optional.empty(),
                    SERVICES,
                    List.of()))
        .hasMessage("pods cannot have addresses of " + WANTED + ": this machine has some of them");

    first.close(); // as a run that is killed does
    NodeBridge again =
        NodeBridge.claim(data, Optional.empty(), Optional.empty(), SERVICES, List.of());
    assertThat(again.name()).isEqualTo(first.name());
    assertThat(again.range()).isEqualTo(WANTED);
    again.giveUp(); // as a run that cannot start does
    assertThat(Path.of("/sys/class/net", link)).as("what pods of the first run have").exists();
    assertThat(data.resolve("bridge")).exists();

    HostPrograms.run(List.of("nft", "add", "table", "ip", first.name()));
    Files.delete(data.resolve("bridge"));
    NodeBridge other =
        NodeBridge.claim(
            directory.resolve("other"), Optional.of(WANTED), Optional.empty(), SERVICES, List.of());
    assertThat(Path.of("/sys/class/net", link)).as("what hung on it").doesNotExist();
    assertThatThrownBy(() -> HostPrograms.run(List.of("nft", "list", "table", "ip", first.name())))
        .hasMessageContaining("No such file");
    other.giveUp();
    assertThat(Path.of("/sys/class/net", other.name())).doesNotExist();
    assertThat(directory.resolve("other/bridge")).doesNotExist();
  }

  private static Ipv4Range range(String text) {
    return Ipv4Range.parse(text).orElseThrow();
  }
}
