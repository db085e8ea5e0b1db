package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.store.Draft;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PolicyBellTest {
  private final Store<String> store = EmbeddedStore.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private long put(String key) {
    Draft<String> draft =
        new Draft<>() {
          @Override
          public byte[] bytes() {
            return key.getBytes(StandardCharsets.UTF_8);
          }

          @Override
          public String committed(long revision) {
            return key;
          }
        };
    return store.put(key, draft, 0).revision();
  }

  /** One who writes roles without end wakes everybody only so often, and the last one is told. */
  @Test
  void ringsSeldomForManyChanges() throws Exception {
    LinkedBlockingQueue<Long> rings = new LinkedBlockingQueue<>();
    PolicyBell bell = new PolicyBell(store, List.of("roles/"));
    long begin = System.nanoTime();
    try (PolicyHistory.Subscription changes =
        bell.onChange(() -> rings.add(store.snapshot().revision()))) {
      assertThat(changes).isNotNull();
      long last = 0;
      for (int i = 0; i < 2_000; i++) {
        last = put("roles/a/" + i);
      }
      int heard = 0;
      long told = 0;
      while (told < last) {
        Long ring = rings.poll(10, TimeUnit.SECONDS);
        assertThat(ring).as("a ring for the last change").isNotNull();
        told = ring;
        heard++;
      }
      Duration passed = Duration.ofNanos(System.nanoTime() - begin);
      assertThat(heard).isLessThanOrEqualTo((int) (passed.toMillis() / 50) + 3);
    }
  }
}
