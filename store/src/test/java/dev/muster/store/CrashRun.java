package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Kills a writing process at random moments, again and again on the same files, and looks each time
 * at what it left: every acknowledged write is there, no revision was given twice, and a watch from
 * any acknowledged revision continues exactly.
 */
final class CrashRun {
  /** What is known to have been written at a revision. A deletion has the text "-". */
  private record Write(long revision, String key, String text) {}

  private final Path directory;
  private final Path copies;
  private final Map<Long, Write> written = new HashMap<>();
  private final Map<String, Write> lastAcknowledged = new HashMap<>();
  private long newest = 1;

  /**
   * @param place for the store and the copies of it that are looked at
   */
  CrashRun(Path place) throws IOException {
    directory = Files.createDirectories(place.resolve("store"));
    copies = Files.createDirectories(place.resolve("copies"));
  }

  /** {@code bench/run-crashes}: how many, the seed, and a directory to work in. */
  public static void main(String[] args) throws Exception {
    int kills = Integer.parseInt(args[0]);
    long writes = new CrashRun(Path.of(args[2])).run(kills, Long.parseLong(args[1]));
    System.out.printf("%d kills, %d writes, nothing lost%n", kills, writes);
  }

  /** Kills so often; how many writes were seen. */
  long run(int kills, long seed) throws Exception {
    Random random = new Random(seed);
    for (int kill = 0; kill < kills; kill++) {
      try {
        int acknowledgements = kill % 8 == 0 ? 0 : random.nextInt(800);
        List<Write> acknowledged = runAndKill(kill, acknowledgements);
        assertThat(acknowledged.size()).isGreaterThanOrEqualTo(acknowledgements);
        acknowledged.forEach(this::remember);
        check(acknowledged);
      } catch (AssertionError e) {
        throw new AssertionError("kill " + kill + ", seed " + seed, e);
      }
      if (kill % 50 == 49) {
        System.out.printf("%d kills, %d writes%n", kill + 1, written.size());
      }
    }
    return written.size();
  }

  /**
   * Runs the child until it told of so many writes, kills it, and reads what it said until then.
   */
  private List<Write> runAndKill(int run, int acknowledgements) throws IOException {
    Process child =
        CrashChild.command(directory, "" + run)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Write> acknowledged = new ArrayList<>();
    try (BufferedReader said = child.inputReader()) {
      String[] opened = String.valueOf(said.readLine()).split(" ");
      assertThat(opened[0]).as("what the child said first").isEqualTo("open");
      assertThat(Long.parseLong(opened[1])).as("revision at its start").isEqualTo(newest);
      for (String line = ""; line != null; line = said.readLine()) {
        String[] words = line.split(" ");
        if (words[0].equals("ack")) {
          acknowledged.add(new Write(Long.parseLong(words[1]), words[2], words[3]));
        }
        if (acknowledged.size() == acknowledgements) {
          child.toHandle().destroyForcibly();
        }
      }
    } finally {
      child.toHandle().destroyForcibly();
    }
    return acknowledged;
  }

  private void remember(Write write) {
    assertThat(write.revision()).as("a revision given after the crash").isGreaterThan(newest);
    assertThat(written.put(write.revision(), write)).as("written at the same revision").isNull();
    lastAcknowledged.merge(write.key(), write, (a, b) -> a.revision() > b.revision() ? a : b);
  }

  /** Looks at a copy, so that the next child has to recover by itself. */
  private void check(List<Write> acknowledged) throws Exception {
    Path copy = Files.createTempDirectory(copies, "crash");
    for (String name : List.of("store.db", "store.db-wal")) {
      if (Files.exists(directory.resolve(name))) {
        Files.copy(directory.resolve(name), copy.resolve(name));
      }
    }
    try (Store<Text> store = EmbeddedStore.open(copy, Text.CODEC)) {
      newest = store.snapshot().revision();
      long oldest = oldest(store);
      Map<Long, Write> events = events(store, oldest);
      checkEvents(events, oldest);
      checkEntries(store, events);
      for (int i = 0; i < 5 && i < acknowledged.size(); i++) {
        checkResume(store, acknowledged.get(acknowledged.size() - 1 - i), events);
      }
      events.values().forEach(write -> written.putIfAbsent(write.revision(), write));
      events.values().forEach(write -> lastAcknowledged.put(write.key(), write));
    }
    try (Stream<Path> files = Files.walk(copy)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** No revision is missing, and each is the same write as ever. */
  private void checkEvents(Map<Long, Write> events, long oldest) {
    assertThat(events.keySet())
        .containsExactlyElementsOf(LongStream.rangeClosed(oldest + 1, newest).boxed().toList());
    events.forEach(
        (revision, write) -> assertThat(written.getOrDefault(revision, write)).isEqualTo(write));
    assertThat(written.keySet()).allMatch(revision -> revision <= newest);
  }

  /** Each key is as last acknowledged, unless a later write is in the history. */
  private void checkEntries(Store<Text> store, Map<Long, Write> events) {
    Map<String, Write> last = new HashMap<>(lastAcknowledged);
    events
        .values()
        .forEach(w -> last.merge(w.key(), w, (a, b) -> a.revision() > b.revision() ? a : b));
    last.forEach(
        (key, write) -> {
          Entry<Text> entry = store.snapshot().get(key);
          long revision = entry == null ? write.revision() : entry.revision();
          String text = entry == null ? "-" : text(entry);
          assertThat(new Write(revision, key, text)).isEqualTo(write);
        });
  }

  private static void checkResume(Store<Text> store, Write from, Map<Long, Write> events)
      throws InterruptedException {
    Map<Long, Write> expected = new TreeMap<>(events);
    expected.keySet().removeIf(revision -> revision <= from.revision());
    assertThat(events(store, from.revision())).isEqualTo(expected);
  }

  private static Map<Long, Write> events(Store<Text> store, long after)
      throws InterruptedException {
    Map<Long, Write> events = new TreeMap<>();
    long last = after;
    try (Watch<Text> watch = store.watch("", after)) {
      while (watch.revision() < store.snapshot().revision()) {
        for (Event<Text> event : watch.poll(Duration.ZERO)) {
          assertThat(event.revision()).isGreaterThan(last);
          last = event.revision();
          Entry<Text> entry = event.after();
          String text = entry == null ? "-" : text(entry);
          events.put(last, new Write(last, event.key(), text));
        }
      }
    }
    return events;
  }

  private static String text(Entry<Text> entry) {
    String text = entry.value().text();
    return text.substring(0, text.indexOf(' '));
  }

  /** The oldest revision that has events after it; history begins after the empty revision 1. */
  private static long oldest(Store<Text> store) {
    try {
      return store.snapshot(0).revision() + 1;
    } catch (CompactedException e) {
      return e.compacted();
    }
  }
}
