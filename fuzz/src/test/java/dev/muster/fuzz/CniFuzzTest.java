package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.runtime.network.CniNetwork;
import dev.muster.runtime.network.PodNetwork;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What a network plugin answers. The first byte says whether it fails, too. */
class CniFuzzTest {
  @TempDir static Path directory = Path.of("");

  private static Path answer = Path.of("");

  @BeforeAll
  static void plugins() throws IOException {
    answer = directory.resolve("answer");
    Path programs = Files.createDirectory(directory.resolve("bin"));
    plugin(programs.resolve("works"), "exec cat " + answer);
    plugin(programs.resolve("fails"), "cat " + answer + "; exit 1");
    for (String each : List.of("works", "fails")) {
      Path configuration = Files.createDirectory(directory.resolve(each));
      Files.writeString(
          configuration.resolve("net.conflist"),
          "{\"name\":\"net\",\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"" + each + "\"}]}");
    }
  }

  private static void plugin(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  @FuzzTest
  void givesAddressesOrRefuses(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    boolean fails = input[0] == 'f';
    Files.write(answer, Inputs.rest(input));
    CniNetwork network =
        new CniNetwork(
            directory.resolve(fails ? "fails" : "works"), List.of(directory.resolve("bin")));
    Path kept = directory.resolve("sandbox").resolve("network.json");
    Files.createDirectories(kept.getParent());
    PodNetwork.Member member =
        new PodNetwork.Member("id", "pod", "default", "uid", "/proc/self/ns/net", kept, List.of());
    try {
      List<String> addresses = network.connect(member);
      assertThat(fails).isFalse();
      for (String each : addresses) {
        // a name would be looked up, and is no address
        assertThat(InetAddress.ofLiteral(each)).isNotNull();
      }
    } catch (Refused refused) {
      assertThat(refused.getMessage()).startsWith("plugin type=");
    }
    // whatever was answered, it can be taken back
    if (!fails) {
      network.disconnect(member);
      assertThat(kept).doesNotExist();
    }
    Files.deleteIfExists(kept);
  }
}
