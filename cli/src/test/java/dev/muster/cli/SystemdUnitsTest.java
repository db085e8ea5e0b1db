package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the guide gives systemd to start can be started so. */
class SystemdUnitsTest {
  private static final Pattern UNIT = Pattern.compile("(?ms)^```ini\n(.*?)^```");
  private static final Pattern START = Pattern.compile("(?m)^ExecStart=/opt/muster/muster (.*)$");

  static Stream<String> units() throws IOException {
    String page = Files.readString(Path.of("../docs/scale-out.md"));
    return UNIT.matcher(page).results().map(unit -> unit.group(1).replace("\\\n", ""));
  }

  @ParameterizedTest
  @MethodSource("units")
  void everyFlagIsOne(String unit) {
    List<MatchResult> starts = START.matcher(unit).results().toList();
    assertThat(starts).hasSize(1);
    String[] words = starts.getFirst().group(1).split(" +");
    assertThat(Muster.commandLine(words).parseArgs(words).errors()).isEmpty();
  }
}
