package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyQueueTest {
  private final KeyQueue queue = new KeyQueue();

  @Test
  void aKeyThatWaitsIsHandedOutOnce() throws InterruptedException {
    queue.add("a");
    queue.add("a");
    queue.add("b");
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isEqualTo("b");
  }

  @Test
  void aKeyAddedWhileItIsWorkedOnComesBackAfterwards() throws InterruptedException {
    queue.add("a");
    String busy = queue.take();
    queue.add("a");
    queue.add("b");
    assertThat(queue.take()).isEqualTo("b");
    queue.done(busy, Sync.DONE);
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void aKeyThatIsDoneStaysAway() throws InterruptedException {
    queue.add("a");
    queue.done(queue.take(), Sync.DONE);
    queue.add("b");
    assertThat(queue.take()).isEqualTo("b");
  }

  @Test
  void aKeyForLaterComesAtOnceWhenItIsAdded() throws InterruptedException {
    queue.add("a");
    queue.done(queue.take(), Sync.after(Duration.ofDays(300)));
    queue.add("a");
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void aKeyForSoonComesBackByItself() throws InterruptedException {
    queue.add("a");
    queue.done(queue.take(), Sync.SOON);
    assertThat(queue.take()).isEqualTo("a");
  }
}
