package dev.muster.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers who do not read, and how many bytes are made for them. */
@Timeout(30)
class LastingStreamTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Backlog backlog = new Backlog(300, 100);
  private final Semaphore made = new Semaphore(0);
  private final Semaphore read = new Semaphore(0);

  /** Takes a batch when the reader reads it. */
  private final class Slow implements Exchange.Stream {
    @Override
    public void write(Body body) {
      read.acquireUninterruptibly();
    }

    @Override
    public void onGone(Runnable action) {}

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }

  private Body make() {
    made.release();
    return new Body(1);
  }

  private void write(String user, long weight, Duration patience) {
    new LastingStream(new Slow(), backlog, user, patience).write(weight, this::make);
  }

  private Thread writer(String user, long weight) {
    return Thread.startVirtualThread(() -> write(user, weight, LONG));
  }

  @Test
  void nothingIsMadeBeyondAUsersShare() throws Exception {
    writer("mallory", 40);
    writer("mallory", 40);
    made.acquire(2);
    assertThatThrownBy(() -> write("mallory", 40, Duration.ZERO))
        .isInstanceOf(ClientGoneException.class);
    assertThat(made.availablePermits()).isZero();
    assertThat(backlog.total()).isEqualTo(80);

    writer("bob", 100);
    made.acquire();
    assertThat(backlog.total()).isEqualTo(180);
  }

  @Test
  void whoWaitedGoesOnWhenOthersHaveRead() throws Exception {
    writer("mallory", 60);
    made.acquire();
    Thread second = writer("mallory", 60);
    read.release(2);
    made.acquire();
    second.join();
    read.release(2);
    writer("mallory", 100).join();
  }

  @Test
  void allTogetherLeaveRoomForOneBatchOfEverybody() throws Exception {
    for (String user : new String[] {"a", "b", "c"}) {
      writer(user, 100);
      made.acquire();
    }
    writer("modest", 5_000);
    made.acquire();
    assertThatThrownBy(() -> write("modest", 1, Duration.ZERO))
        .isInstanceOf(ClientGoneException.class);
    read.release(4);
  }

  @Test
  void thoseWhoWaitGoOnOneAfterTheOther() throws Exception {
    writer("mallory", 100);
    made.acquire();
    Thread[] waiting = new Thread[50];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = writer("mallory", 100);
    }
    for (int i = 0; i < waiting.length; i++) {
      read.release();
      made.acquire();
      assertThat(backlog.total()).isLessThanOrEqualTo(100);
    }
    read.release();
    for (Thread each : waiting) {
      each.join();
    }
    assertThat(backlog.total()).isZero();
  }

  @Test
  void whoIsTiredOfWaitingTakesNothingAlong() throws Exception {
    writer("mallory", 100);
    made.acquire();
    assertThatThrownBy(() -> write("mallory", 60, Duration.ofMillis(1)))
        .isInstanceOf(ClientGoneException.class);
    Thread interrupted = writer("mallory", 60);
    interrupted.interrupt();
    interrupted.join();
    read.release();
    Thread last = writer("mallory", 100);
    made.acquire();
    read.release();
    last.join();
    assertThat(backlog.total()).isZero();
  }

  @Test
  void everythingIsGivenBack() throws Exception {
    Thread[] writers = new Thread[200];
    read.release(writers.length);
    for (int i = 0; i < writers.length; i++) {
      writers[i] = writer("user" + i % 3, 10 + i);
    }
    for (Thread each : writers) {
      each.join();
    }
    assertThat(backlog.total()).isZero();
    assertThat(made.availablePermits()).isEqualTo(writers.length);
  }
}
