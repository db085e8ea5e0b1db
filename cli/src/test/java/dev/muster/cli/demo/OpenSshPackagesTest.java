package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines without OpenSSH are empty folders here; the package is of this machine's programs. */
class OpenSshPackagesTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  @TempDir private Path directory;

  private OpenSsh in(Path root, String download) throws IOException {
    return new OpenSshPackages(
            root,
            List.of("sh", "-c", download),
            List.of("touch", directory.resolve("refreshed").toString()),
            new PrintStream(said, true, StandardCharsets.UTF_8))
        .in(directory.resolve("unpacked"));
  }

  @Test
  void aMachineThatHasAllProgramsKeepsThem() throws IOException {
    OpenSsh programs = in(Path.of("/"), "exit 1");
    assertThat(programs.server()).isEqualTo(Path.of("/usr/sbin/sshd"));
    assertThat(programs.libraries()).isEmpty();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void unpackedProgramsServeALogin() throws Exception {
    Path tree = directory.resolve("package");
    shell(
        """
        mkdir -p %1$s/DEBIAN %1$s/usr/bin %1$s/usr/sbin %1$s/usr/lib/any-linux-gnu
        cp /usr/bin/ssh /usr/bin/ssh-keygen %1$s/usr/bin
        cp /usr/sbin/sshd %1$s/usr/sbin
        cp $(ldd /usr/sbin/sshd | sed -n 's/.*libwrap.* => \\([^ ]*\\).*/\\1/p') %1$s/usr/lib/any-linux-gnu
        printf 'Package: ssh\\nVersion: 1\\nArchitecture: all\\nMaintainer: me\\nDescription: x\\n' > %1$s/DEBIAN/control
        dpkg-deb -b %1$s %1$s.deb
        """
            .formatted(tree));
    OpenSsh programs = in(directory.resolve("empty"), "cp " + tree + ".deb $0");
    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "muster: there is no ssh on this machine: downloading openssh with apt-get, for this"
                + " demo alone\n");
    Path unpacked = directory.resolve("unpacked");
    assertThat(programs.server()).isEqualTo(unpacked.resolve("usr/sbin/sshd"));
    assertThat(programs.libraries()).containsExactly(unpacked.resolve("usr/lib/any-linux-gnu"));

    Path client = directory.resolve("client-programs");
    programs.copyClient(client);
    try (SshServer server = SshServer.start(programs, directory)) {
      assertThat(shell(client + "/ssh " + server.login(directory + "/client")))
          .isEqualTo(SshServer.WELCOME);
    }
  }

  @Test
  void aDownloadThatFailsIsTriedAgainWithFreshLists() throws IOException {
    String download = "test -e " + directory + "/refreshed || { echo no package; exit 100; }";
    assertThatThrownBy(() -> in(directory.resolve("empty"), download))
        .as("what was downloaded then has no programs")
        .hasMessage("there is no ssh");
    assertThat(directory.resolve("refreshed")).exists();
  }

  @Test
  void withoutANetworkItSaysSo() {
    assertThatThrownBy(
            () -> in(directory.resolve("empty"), "echo E: could not resolve host; exit 100"))
        .isInstanceOf(IOException.class)
        .hasMessage("openssh cannot be downloaded (E: could not resolve host)");
  }

  private static String shell(String script) throws Exception {
    Process process = new ProcessBuilder("sh", "-ec", script).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }
}
