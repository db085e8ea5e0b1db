package dev.muster.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerProgramsTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  @TempDir private Path programs;

  private ContainerPrograms programs(boolean root, String... installer) {
    return new ContainerPrograms(
        root,
        () ->
            Stream.of("runc", "conmon")
                .filter(each -> Files.notExists(programs.resolve(each)))
                .toList(),
        List.of(installer),
        List.of("touch", programs.resolve("refreshed").toString()),
        new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsInstalledNeedsNoInstaller() throws IOException {
    Files.createFile(programs.resolve("runc"));
    Files.createFile(programs.resolve("conmon"));
    programs(true, "no-such-installer").ensure();
    assertThat(said()).isEmpty();
  }

  @Test
  void onlyWhatIsMissingIsInstalledAndThatIsSaidFirst() throws IOException {
    Files.createFile(programs.resolve("runc"));
    programs(true, "sh", "-c", "touch " + programs + "/$0").ensure();
    assertThat(said()).isEqualTo("muster: installing conmon with sh\n");
    assertThat(programs.resolve("conmon")).exists();
  }

  @Test
  void whoIsNotRootIsToldSo() {
    assertThatThrownBy(() -> programs(false, "no-such-installer").ensure())
        .hasMessage("containers need root: start muster as root");
  }

  @Test
  void anInstallerThatFailsIsQuotedInOneLine() {
    assertThatThrownBy(
            () -> programs(true, "sh", "-c", "echo first; echo E: no packages; exit 100").ensure())
        .hasMessage(
            "runc conmon cannot be installed (E: no packages): install runc conmon and start again");
  }

  @Test
  void packagesThatAreNotKnownYetAreLookedForAgain() throws IOException {
    String install = "test -e %1$s/refreshed && touch %1$s/$0 %1$s/$1".formatted(programs);
    programs(true, "sh", "-c", install).ensure();
    assertThat(programs.resolve("conmon")).exists();
  }

  @Test
  void aMachineWithoutInstallerIsNamedAsOne() {
    assertThatThrownBy(() -> programs(true, "no-such-installer").ensure())
        .hasMessage(
            "runc conmon cannot be installed (there is no no-such-installer):"
                + " install runc conmon and start again");
  }
}
