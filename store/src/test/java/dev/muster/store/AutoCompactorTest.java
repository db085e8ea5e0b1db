package dev.muster.store;

import static dev.muster.store.Text.draft;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AutoCompactorTest {
  private final Store<Text> store = EmbeddedStore.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void keepsWhatIsYoungerThanItsTime() {
    AutoCompactor compactor = new AutoCompactor(store, Duration.ofSeconds(100), 1_000);
    write(10);
    compactor.step(seconds(0));
    write(10);
    compactor.step(seconds(50));
    write(10);
    compactor.step(seconds(99));
    assertThat(oldest()).isZero();
    compactor.step(seconds(100));
    assertThat(oldest()).isEqualTo(11);
    compactor.step(seconds(149));
    assertThat(oldest()).isEqualTo(11);
    compactor.step(seconds(150));
    assertThat(oldest()).isEqualTo(21);
  }

  @Test
  void keepsNoMoreRevisionsThanItsBound() {
    AutoCompactor compactor = new AutoCompactor(store, Duration.ofSeconds(100), 5);
    write(10);
    compactor.step(seconds(0));
    assertThat(oldest()).isEqualTo(6);
    write(3);
    compactor.step(seconds(1));
    assertThat(oldest()).isEqualTo(9);
  }

  @Test
  void hasNothingToDoWhenNothingIsWritten() {
    AutoCompactor compactor = new AutoCompactor(store, Duration.ofSeconds(100), 5);
    for (int i = 0; i < 1_000; i += 10) {
      compactor.step(seconds(i));
    }
    assertThat(store.snapshot().revision()).isEqualTo(1);
    write(3);
    assertThat(store.snapshot(2).count("")).isEqualTo(1);
  }

  @Test
  void startsAndStops() {
    AutoCompactor.start(store).close();
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  private void write(int count) {
    for (int i = 0; i < count; i++) {
      store.put("pods/" + store.snapshot().revision(), draft("1"), 0);
    }
  }

  /** The oldest revision that can be read. */
  private long oldest() {
    try {
      return store.snapshot(0).revision();
    } catch (CompactedException e) {
      return e.compacted();
    }
  }
}
