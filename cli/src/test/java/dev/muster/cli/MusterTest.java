package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MusterTest {
  private static final int LINES_OF_A_SCREEN = 60;

  static Stream<Map.Entry<String, CommandLine>> commands() {
    return Muster.commandLine().getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theHelpOfACommandFitsAScreenAndHasAnExample(Map.Entry<String, CommandLine> command) {
    String help = command.getValue().getUsageMessage(CommandLine.Help.Ansi.OFF);
    assertThat(help.lines().count()).as(help).isLessThanOrEqualTo(LINES_OF_A_SCREEN);
    assertThat(help).contains("Example:\n", "muster " + command.getKey());
  }

  @Test
  void theRarerFlagsAreShownOnRequest() {
    for (String command : List.of("apiserver", "up")) {
      assertThat(help(command, "--help")).doesNotContain("--service-account-issuer");
      assertThat(help(command, "--help-all")).contains("--service-account-issuer", "--data");
    }
  }

  private static String help(String... args) {
    StringWriter out = new StringWriter();
    Muster.execute(Muster.commandLine(args).setOut(new PrintWriter(out, true)), args);
    return out.toString();
  }

  @Test
  void aWrongArgumentIsExitCode2AndSaysWhatIsRight() {
    StringWriter errors = new StringWriter();
    CommandLine line = Muster.commandLine("verzion").setErr(new PrintWriter(errors, true));
    assertThat(Muster.execute(line, "verzion")).isEqualTo(2);
    assertThat(errors.toString()).contains("Unmatched argument", "muster version");
  }

  @Test
  void whatIsWrongStaysInSightUnderTheHelp() {
    StringWriter errors = new StringWriter();
    CommandLine line = Muster.commandLine("up").setErr(new PrintWriter(errors, true));
    for (CommandLine each : line.getSubcommands().values()) {
      each.setErr(line.getErr());
    }
    assertThat(Muster.execute(line, "up", "--prot", "6443")).isEqualTo(2);
    List<String> lines = errors.toString().lines().toList();
    assertThat(lines.getFirst()).startsWith("Usage: muster up");
    assertThat(lines.subList(lines.size() - 2, lines.size()))
        .containsExactly("muster: Unknown options: '--prot', '6443'", "Did you mean: --port?");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theSummaryOfACommandIsAWholeSentence(Map.Entry<String, CommandLine> command) {
    String[] description = command.getValue().getCommandSpec().usageMessage().description();
    assertThat(description[0]).endsWith(".");
  }

  @ParameterizedTest
  @ValueSource(ints = {99999, 65536, -1})
  void aPortThatIsNoneIsToldInALineAndNothingIsMade(int port, @TempDir Path directory) {
    Path data = directory.resolve("data");
    for (String command : List.of("apiserver", "up")) {
      assertThat(failure(command, "--data=" + data, "--port=" + port))
          .isEqualTo(
              "muster: --secure-port %d must be between 0 and 65535, inclusive. 0 for any free port%n"
                  .formatted(port));
    }
    assertThat(data).doesNotExist();
  }

  @Test
  void anAddressOfAnotherMachineIsToldInALineAndNothingIsMade(@TempDir Path directory) {
    Path data = directory.resolve("data");
    assertThat(failure("apiserver", "--data=" + data, "--port=0", "--bind-address=192.0.2.1"))
        .startsWith("muster: it is not possible to listen there: ")
        .hasLineCount(1);
    assertThat(data).doesNotExist();
  }

  @Test
  void aCommandIsFoundUnderItsOwnNameWithoutTheOthers() {
    Muster.COMMANDS.forEach(
        (name, type) ->
            assertThat(type.getAnnotation(CommandLine.Command.class))
                .extracting(CommandLine.Command::name)
                .isEqualTo(name));
    assertThat(Muster.commandLine("version").getSubcommands()).containsOnlyKeys("version");
    assertThat(Muster.commandLine("completion").getSubcommands()).hasSizeGreaterThan(10);
  }

  @Test
  void theSuperUserOfOldIsAMemberOfAGroupNow() {
    assertThat(failure("apiserver", "--authorization-rbac-super-user=admin"))
        .isEqualTo(
            "muster: --authorization-rbac-super-user is gone: make \"admin\" a member of the group"
                + " system:masters instead, by a client certificate with O=system:masters or in the"
                + " groups of --token-auth-file\n");
  }

  @Test
  void aPortThatIsTakenIsToldInALineAndNothingIsMade(@TempDir Path directory) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path data = directory.resolve("data");
      for (String command : List.of("apiserver", "up")) {
        assertThat(
                failure(
                    command,
                    "--data=" + data,
                    "--bind-address=127.0.0.1",
                    "--secure-port=" + taken.getLocalPort()))
            .isEqualTo(
                "muster: the address is in use: stop what listens there, or choose another with"
                    + " --secure-port\n");
      }
      assertThat(data).doesNotExist();
    }
  }

  @Test
  void aDataFolderThatCannotBeIsToldInALine(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(failure("apiserver", "--data=" + file.resolve("data"), "--secure-port=0"))
        .startsWith("muster: " + file.resolve("data") + ": Not a directory")
        .hasLineCount(1);
  }

  /** What a command that fails says. */
  private static String failure(String... args) {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      assertThat(Muster.run(args)).isEqualTo(1);
    } finally {
      System.setErr(before);
    }
    return errors.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theVersionNamesTheApiAndTheJvmToo() {
    assertThat(new VersionCommand().getVersion())
        .extracting(line -> line.split(" ")[0])
        .containsExactly("muster", "kubernetes", "java");
  }
}
