package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Random histories: the store answers what {@link Model} answers, also after a restart. */
class StoreModelTest {
  private static final List<String> PREFIXES =
      List.of("", "p", "pods/", "pods/a/", "nodes/", "none/");

  sealed interface Step {
    record Put(String key, String text) implements Step {}

    record StalePut(String key, long revision) implements Step {}

    record Delete(String key) implements Step {}

    record Compact(int percent) implements Step {}

    record Watch(String prefix, int percent) implements Step {}

    record Restart() implements Step {}
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<String> keys =
        Arbitraries.of("pods/a/1", "pods/a/2", "pods/b/1", "podsx", "nodes/1", "nodes/2", "p");
    Arbitrary<Step> put =
        Combinators.combine(keys, Arbitraries.strings().alpha().ofMaxLength(3)).as(Step.Put::new);
    Arbitrary<Integer> percents = Arbitraries.integers().between(0, 100);
    return Arbitraries.frequencyOf(
            Tuple.of(12, put),
            Tuple.of(5, keys.map(Step.Delete::new)),
            Tuple.of(
                2,
                Combinators.combine(keys, Arbitraries.longs().between(0, 40))
                    .as(Step.StalePut::new)),
            Tuple.of(1, percents.map(Step.Compact::new)),
            Tuple.of(
                2, Combinators.combine(Arbitraries.of(PREFIXES), percents).as(Step.Watch::new)),
            Tuple.of(1, Arbitraries.create(Step.Restart::new)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(120);
  }

  @Property(tries = 60)
  void theStoreOnDiskAnswersWhatTheModelAnswers(@ForAll("steps") List<Step> steps)
      throws Exception {
    Path directory = Files.createTempDirectory("store-model");
    try (Run run = new Run(() -> EmbeddedStore.open(directory, Text.CODEC), true)) {
      run.all(steps);
    } finally {
      delete(directory);
    }
  }

  @Property(tries = 300)
  void theStoreInMemoryAnswersWhatTheModelAnswers(@ForAll("steps") List<Step> steps)
      throws Exception {
    try (Run run = new Run(EmbeddedStore::inMemory, false)) {
      run.all(steps);
    }
  }

  private interface Opener {
    Store<Text> open();
  }

  /** One history, with every watch it opens read to the end. */
  private static final class Run implements AutoCloseable {
    private record Open(Watch<Text> watch, String prefix, long after) {}

    private final Model model = new Model();
    private final List<Open> watches = new ArrayList<>();
    private final Opener opener;
    private final boolean durable;
    private Store<Text> store;

    Run(Opener opener, boolean durable) {
      this.opener = opener;
      this.durable = durable;
      this.store = opener.open();
    }

    void all(List<Step> steps) throws InterruptedException {
      for (Step step : steps) {
        one(step);
        assertThat(store.snapshot().revision()).isEqualTo(model.revision());
      }
      checkStates();
      checkWatches();
    }

    private void one(Step step) throws InterruptedException {
      switch (step) {
        case Step.Put put ->
            assertThat(store.put(put.key, Text.draft(put.text), model.revisionOf(put.key)))
                .isEqualTo(model.write(put.key, put.text));
        case Step.StalePut put -> stalePut(put.key, put.revision);
        case Step.Delete delete -> delete(delete.key);
        case Step.Compact compact -> compact(at(compact.percent));
        case Step.Watch watch -> watch(watch.prefix, at(watch.percent));
        case Step.Restart restart -> restart();
      }
    }

    private void compact(long revision) {
      store.compact(revision);
      model.compacted = Math.max(model.compacted, revision);
    }

    private void restart() throws InterruptedException {
      if (durable) {
        checkWatches();
        store.close();
        store = opener.open();
        checkStates();
      }
    }

    private long at(int percent) {
      return model.revision() * percent / 100;
    }

    private void stalePut(String key, long revision) {
      if (revision == model.revisionOf(key)) {
        return;
      }
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> store.put(key, Text.draft("stale"), revision))
          .satisfies(e -> assertThat(e.current()).isEqualTo(model.state().get(key)));
    }

    private void delete(String key) {
      long revision = model.revisionOf(key);
      if (revision == 0) {
        assertThatExceptionOfType(ConflictException.class)
            .isThrownBy(() -> store.delete(key, revision));
      } else {
        assertThat(store.delete(key, revision)).isEqualTo(model.write(key, null));
      }
    }

    private void watch(String prefix, long after) {
      if (after < model.compacted) {
        assertThatExceptionOfType(CompactedException.class)
            .isThrownBy(() -> store.watch(prefix, after))
            .satisfies(e -> assertThat(e.compacted()).isEqualTo(model.compacted));
      } else {
        watches.add(new Open(store.watch(prefix, after), prefix, after));
      }
    }

    private void checkStates() {
      for (long revision = 0; revision <= model.revision(); revision++) {
        long at = revision;
        if (at < model.compacted) {
          assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> store.snapshot(at));
        } else {
          Snapshot<Text> snapshot = store.snapshot(at);
          List<Entry<Text>> entries = new ArrayList<>();
          snapshot.range("", "").forEachRemaining(entries::add);
          assertThat(snapshot.revision()).isEqualTo(at);
          assertThat(entries).isEqualTo(List.copyOf(model.state(at).values()));
        }
      }
    }

    private void checkWatches() throws InterruptedException {
      for (Open open : watches) {
        List<Event<Text>> seen = new ArrayList<>();
        while (open.watch.revision() < model.revision()) {
          seen.addAll(open.watch.poll(Duration.ZERO));
        }
        assertThat(seen).isEqualTo(model.events(open.prefix, open.after));
      }
      watches.clear();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
