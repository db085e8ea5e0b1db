package dev.muster.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the {@code console} blocks of the README and the guides, each page in a shell of its own,
 * some pages at a time.
 */
@Execution(ExecutionMode.CONCURRENT)
class DocumentationTest {
  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

  static List<String> pages() throws IOException {
    try (Stream<Path> guides = Files.list(CHECKOUT.resolve("docs"))) {
      return Stream.concat(Stream.of(CHECKOUT.resolve("README.md")), guides.sorted())
          .filter(page -> page.toString().endsWith(".md"))
          .filter(page -> !stepsOf(page).isEmpty())
          .map(page -> CHECKOUT.relativize(page).toString())
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void whatThePageShowsIsWhatHappens(String page, @TempDir Path directory) throws Exception {
    try (PageTerminal terminal = new PageTerminal(directory.resolve("home"), CHECKOUT)) {
      for (PageStep step : stepsOf(CHECKOUT.resolve(page))) {
        List<String> printed = step.keepsRunning() ? terminal.start(step) : terminal.run(step);
        assertThat(Expectation.holds(step.printed(), printed))
            .as(
                "%s:%d%n$ %s%nshown:%n%s%nprinted:%n%s",
                page,
                step.line(),
                step.command(),
                String.join("\n", step.printed()),
                String.join("\n", printed))
            .isTrue();
      }
    }
  }

  private static List<PageStep> stepsOf(Path page) {
    try {
      return PageStep.of(Files.readAllLines(page));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
