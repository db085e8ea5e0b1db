package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnTest {
  @Test
  void aChildHasExactlyTheDescriptorsItWasGiven() throws Exception {
    try (Pipe extra = Pipe.open()) {
      Child child =
          Spawn.start(
              List.of("/bin/sh", "-c", "echo three $NAME >&3; exec ls /proc/self/fd >&3"),
              Map.of("NAME", "one", "PATH", "/usr/bin:/bin"),
              Arrays.asList(null, null, null, extra.writing()));
      try (InputStream third = extra.input()) {
        extra.release();
        // 4 is the directory that ls reads
        assertThat(text(third)).isEqualTo("three one\n0\n1\n2\n3\n4\n");
        assertThat(child.await()).isZero();
      }
    }
  }

  @Test
  void theStatusOfAChildIsItsExitCodeOrItsSignal() throws Exception {
    assertThat(sh("exit 7")).isEqualTo(7);
    assertThat(sh("kill -9 $$")).isEqualTo(137);
  }

  @Test
  void aChildIsKilledWithThoseItStarted() throws Exception {
    try (Pipe out = Pipe.open()) {
      Child child =
          Spawn.start(
              List.of("/bin/sh", "-c", "sleep 600 & echo started; wait"),
              Map.of("PATH", "/usr/bin:/bin"),
              Arrays.asList(null, out.writing(), null));
      try (InputStream stdout = out.input()) {
        out.release();
        assertThat(stdout.readNBytes("started\n".length())).asString().isEqualTo("started\n");
        child.killGroup();
        assertThat(stdout.read()).as("nobody has the pipe").isEqualTo(-1);
      }
      assertThat(child.await()).isEqualTo(137);
    }
  }

  @Test
  void aProgramThatDoesNotExistIsAnError() {
    assertThatThrownBy(() -> Spawn.start(List.of("/no/such"), Map.of(), List.of()))
        .hasMessage("spawn /no/such: no such file or directory");
  }

  @Test
  void aTerminalCarriesBothWaysAndItsSize() throws Exception {
    try (Terminal terminal = Terminal.open()) {
      terminal.resize(100, 40);
      Child child =
          Spawn.startOn(
              terminal.name(),
              List.of("/bin/sh", "-c", "stty size; read line; echo got $line"),
              Map.of("PATH", "/usr/bin:/bin"));
      terminal.write("hello\n".getBytes(StandardCharsets.UTF_8));
      StringBuilder seen = new StringBuilder();
      byte[] buffer = new byte[512];
      for (int n = terminal.read(buffer); n > 0; n = terminal.read(buffer)) {
        seen.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
      }
      assertThat(seen).contains("40 100").contains("got hello");
      assertThat(child.await()).isZero();
    }
  }

  @Test
  void workInNewNamespacesLeavesThisOneAlone(@TempDir Path directory) throws Exception {
    Path pin = Files.createFile(directory.resolve("uts"));
    String before = Files.readString(Path.of("/proc/sys/kernel/hostname"));
    Namespaces.inNew(
        Namespaces.UTS | Namespaces.NETWORK | Namespaces.IPC,
        () -> {
          Namespaces.hostname("elsewhere");
          Loopback.up();
          Mounts.bind(Path.of("/proc/thread-self/ns/uts"), pin);
          return pin;
        });
    try {
      String there =
          Namespaces.in(pin, () -> Files.readString(Path.of("/proc/sys/kernel/hostname")));
      assertThat(there).isEqualTo("elsewhere\n");
      assertThat(Path.of("/proc/sys/kernel/hostname")).hasContent(before);
    } finally {
      Mounts.detach(pin);
    }
  }

  private static int sh(String script) throws Exception {
    return Spawn.start(List.of("/bin/sh", "-c", script), Map.of(), Arrays.asList(null, null, null))
        .await();
  }

  private static String text(InputStream in) throws Exception {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
