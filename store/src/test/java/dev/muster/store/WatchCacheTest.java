package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.WatchCache.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class WatchCacheTest {
  private static final int REVISIONS = 300;
  private static final int ROUNDS = 200;

  /** Those who compact: who asks, who does so each interval, and the feed that keeps it small. */
  @Test
  void compactionsAtTheSameTimeForgetNoMoreThanTheFurthest() throws Exception {
    Codec<String> text = (key, bytes, revision) -> key;
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int round = 0; round < ROUNDS; round++) {
        try (WatchCache<String> cache = new WatchCache<>(text, 10_000, 1, List.of())) {
          for (long revision = 2; revision <= REVISIONS; revision++) {
            cache.publish(List.of(new Change<>("pods/x", revision, 2, "" + revision)), revision);
          }
          CountDownLatch together = new CountDownLatch(1);
          List<Future<?>> compactions = new ArrayList<>();
          for (long revision : new long[] {250, 100, 200, 50}) {
            compactions.add(
                threads.submit(
                    () -> {
                      together.await();
                      cache.compact(revision);
                      return revision;
                    }));
          }
          together.countDown();
          for (Future<?> compaction : compactions) {
            compaction.get();
          }
          assertThat(cache.compacted()).isEqualTo(250);
          try (Watch<String> watch = cache.watch("pods/", 250)) {
            assertThat(watch.poll(Duration.ZERO)).hasSize(REVISIONS - 250);
          }
        }
      }
    }
  }
}
