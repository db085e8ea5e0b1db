package dev.muster.node.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.node.containers.PodPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostIdRangesTest {
  @TempDir Path root;
  private PodPaths paths;

  @BeforeEach
  void paths() {
    paths = new PodPaths(root, root.resolve("logs"));
  }

  @Test
  void everyPodHasIdsThatNeitherTheHostNorAnotherPodHas() throws IOException {
    HostIdRanges ranges = HostIdRanges.in(paths);
    assertThat(ranges.of("a")).isEqualTo(65_536);
    assertThat(ranges.of("b")).isEqualTo(131_072);
    assertThat(ranges.of("a")).isEqualTo(65_536);
    assertThat(ranges.find("b")).contains(131_072L);
    assertThat(ranges.find("c")).isEmpty();
  }

  @Test
  void anotherAgentKnowsWhatWasGivenAway() throws IOException {
    HostIdRanges earlier = HostIdRanges.in(paths);
    earlier.of("a");
    earlier.of("b");
    earlier.release("a");
    HostIdRanges later = HostIdRanges.in(paths);
    assertThat(later.find("b")).contains(131_072L);
    assertThat(later.of("c")).isEqualTo(65_536);
    assertThat(later.of("d")).isEqualTo(196_608);
  }

  /** The form is the kubelet's own. */
  @Test
  void aRangeIsKeptInThePodsDirectory() throws IOException {
    HostIdRanges.in(paths).of("a");
    assertThat(root.resolve("pods/a/userns"))
        .hasContent(
            "{\"uidMappings\":[{\"hostId\":65536,\"containerId\":0,\"length\":65536}],"
                + "\"gidMappings\":[{\"hostId\":65536,\"containerId\":0,\"length\":65536}]}");
    assertThat(root.resolve("pods/a")).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void theLastRangeIsTheLast() throws IOException {
    write("full", 65_534L * 65_536, 65_536);
    assertThat(HostIdRanges.in(paths).find("full")).contains(4_294_836_224L);
    write("beyond", 65_535L * 65_536, 65_536);
    assertThatThrownBy(() -> HostIdRanges.in(paths))
        .hasMessageContaining("not a range of 65536 ids");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"uidMappings\":[{\"hostId\":65536}]}"})
  void aNodeDoesNotStartOnRangesItCannotRead(String content) throws IOException {
    Path pod = Files.createDirectories(root.resolve("pods/a"));
    Files.writeString(pod.resolve("userns"), content);
    assertThatThrownBy(() -> HostIdRanges.in(paths))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(pod.resolve("userns").toString());
  }

  @Test
  void twoPodsWithOneRangeAreNotTakenOver() throws IOException {
    write("a", 65_536, 65_536);
    write("b", 65_536, 65_536);
    assertThatThrownBy(() -> HostIdRanges.in(paths))
        .hasMessageContaining("belongs to another pod too");
  }

  @Test
  void theHostsOwnIdsAreNobodyElses() throws IOException {
    write("a", 0, 65_536);
    assertThatThrownBy(() -> HostIdRanges.in(paths))
        .hasMessageContaining("not a range of 65536 ids");
  }

  private void write(String uid, long first, long length) throws IOException {
    String list = "[{\"hostId\":" + first + ",\"containerId\":0,\"length\":" + length + "}]";
    Files.writeString(
        Files.createDirectories(root.resolve("pods").resolve(uid)).resolve("userns"),
        "{\"uidMappings\":" + list + ",\"gidMappings\":" + list + "}");
  }
}
