package dev.muster.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.muster.store.UnreachableStoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LatestRevisionTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void anErrorIsToldAndTheNextOneAsksAgain() {
    AtomicBoolean failed = new AtomicBoolean();
    LatestRevision latest =
        new LatestRevision(
            () -> {
              if (failed.compareAndSet(false, true)) {
                throw new LinkageError("once");
              }
              return 7;
            },
            SOON);
    assertThatExceptionOfType(UnreachableStoreException.class)
        .isThrownBy(() -> latest.get(SOON))
        .withMessageContaining("once");
    assertThat(latest.get(SOON)).isEqualTo(7);
  }

  @Test
  void whoHasLessTimeThanAnAnswerMayTakeIsToldInTime() {
    CompletableFuture<Long> answer = new CompletableFuture<>();
    LatestRevision latest = new LatestRevision(answer::join, SOON);
    assertThatExceptionOfType(UnreachableStoreException.class)
        .isThrownBy(() -> latest.get(Duration.ofMillis(1)))
        .withMessage("etcd did not answer in time");
    answer.complete(7L);
    assertThat(latest.get(SOON)).isEqualTo(7);
  }
}
