package dev.muster.apiserver.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.ClosedException;
import dev.muster.store.Event;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InterruptibleWatchTest {

  /** A watch of nothing, which does not wait. */
  private static final class Nothing implements Watch<StoredObject> {
    private volatile boolean closed;

    @Override
    public List<Event<StoredObject>> poll(Duration timeout) {
      if (closed) {
        throw new ClosedException("the watch");
      }
      return List.of();
    }

    @Override
    public boolean behind() {
      return closed;
    }

    @Override
    public long revision() {
      return 1;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Policy changes while a watch begins anew for the change before. */
  @Test
  void isNotEndedByInterruptions() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger polls = new AtomicInteger();
    try (InterruptibleWatch watch = new InterruptibleWatch(after -> new Nothing())) {
      Thread policy =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!done.get()) {
                      watch.interrupt();
                      int seen = polls.get();
                      while (!done.get() && polls.get() < seen + 4) {
                        Thread.onSpinWait();
                      }
                    }
                  });
      try {
        for (int i = 0; i < 300_000; i++) {
          watch.poll(1, Duration.ZERO);
          polls.incrementAndGet();
        }
      } finally {
        done.set(true);
        policy.join();
      }
    }
  }

  @Test
  void isEndedWhenItIsClosed() throws Exception {
    InterruptibleWatch watch = new InterruptibleWatch(after -> new Nothing());
    assertThat(watch.poll(1, Duration.ZERO)).isEmpty();
    watch.interrupt();
    watch.close();
    assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> watch.poll(1, Duration.ZERO));
  }
}
