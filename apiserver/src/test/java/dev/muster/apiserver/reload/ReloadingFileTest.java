package dev.muster.apiserver.reload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.testing.Await;
import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of one word, whatever its case; "bad" is none, and others may have to wait. */
@MostlyWaits
class ReloadingFileTest {
  @TempDir Path directory;
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private volatile String obstacle = "";
  private Path file;
  private ReloadingFile<String, Word> followed;

  private final class Word implements ReloadCandidate {
    private final String word;

    Word(String word) {
      this.word = word;
    }

    @Override
    public Optional<String> problem() {
      return obstacle.isEmpty() ? Optional.empty() : Optional.of(obstacle);
    }

    @Override
    public void close() {
      events.add("never used: " + word);
    }
  }

  @BeforeEach
  void follow() throws IOException {
    file = directory.resolve("config");
    write("one");
    ReloadObserver observer =
        new ReloadObserver() {
          @Override
          public void reloaded(byte[] bytes) {
            events.add("reloaded: " + new String(bytes, UTF_8));
          }

          @Override
          public void failed() {
            events.add("failed");
          }
        };
    followed =
        ReloadingFile.follow(
            "test configuration",
            file,
            read("one".getBytes(UTF_8)),
            new ReloadSteps<>(
                ReloadingFileTest::read, Word::new, next -> events.add("in force: " + next.word)),
            observer,
            clock);
  }

  @AfterEach
  void stop() {
    followed.close();
  }

  private void write(String text) throws IOException {
    Path next = Files.writeString(directory.resolve("next"), text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static LoadedConfig<String> read(byte[] bytes) {
    String word = new String(bytes, UTF_8).toLowerCase(Locale.ROOT);
    if (word.equals("bad")) {
      throw new InvalidConfigurationException("it is bad");
    }
    return new LoadedConfig<>(bytes, JsonNodeFactory.instance.objectNode().put("word", word), word);
  }

  private void awaitProblem(String words) {
    Await.until(words, () -> followed.problem().orElse("none"), told -> told.contains(words));
  }

  private void awaitEvents(String... expected) {
    Await.until(List.of(expected).toString(), () -> events, told -> told.size() >= expected.length);
    assertThat(events).containsExactly(expected);
  }

  @Test
  void aGoodChangeTakesEffectAndIsTold() throws IOException {
    write("two");
    awaitEvents("in force: two", "reloaded: two");
    assertThat(followed.problem()).isEmpty();
    assertThat(followed.note()).isEmpty();
  }

  @Test
  void aBadOneLeavesTheLastGoodOneInForce() throws IOException {
    write("bad");
    awaitProblem("it is bad");
    assertThat(followed.note()).contains("the last good configuration is in force");
    awaitEvents("failed");
    write("two");
    awaitEvents("failed", "in force: two", "reloaded: two");
    awaitProblem("none");
  }

  @Test
  void theSameInOtherWordsChangesNothingAndEndsAProblem() throws IOException {
    write("bad");
    awaitProblem("it is bad");
    write("ONE");
    awaitProblem("none");
    awaitEvents("failed");
  }

  @Test
  void aFileThatIsGoneIsOneFailureUntilItIsBack() throws IOException {
    Files.delete(file);
    awaitProblem("open " + file + ": no such file or directory");
    write("one");
    awaitProblem("none");
    awaitEvents("failed");
  }

  @Test
  void aFileThatIsTooLongIsNotTaken() throws IOException {
    write("x".repeat(ConfigFileBytes.LONGEST + 1));
    awaitProblem(file + " is longer than 3145728 bytes");
    awaitEvents("failed");
  }

  @Test
  void whatCannotBeUsedYetWaitsAndTheLastGoodOneStays() throws IOException {
    obstacle = "keys are not there";
    write("two");
    awaitProblem("keys are not there");
    assertThat(events).isEmpty();
    clock.advance(Duration.ofMinutes(2));
    awaitEvents("failed");
    obstacle = "";
    awaitEvents("failed", "in force: two", "reloaded: two");
    awaitProblem("none");
  }

  @Test
  void whatWaitsGivesWayToWhatIsNewer() throws IOException {
    obstacle = "keys are not there";
    write("two");
    awaitProblem("keys are not there");
    write("three");
    awaitEvents("never used: two");
    followed.close();
    awaitEvents("never used: two", "never used: three");
  }

  @Test
  void nothingIsTakenAfterTheEnd() throws IOException {
    obstacle = "keys are not there";
    write("two");
    awaitProblem("keys are not there");
    followed.close();
    obstacle = "";
    awaitEvents("never used: two");
  }
}
