package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work on a thread of its own, in no other namespace than this. */
class NamespacesTest {
  @Test
  void whatIsMadeTooLateIsClosed() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                Namespaces.<AutoCloseable>inNew(
                    0,
                    () -> {
                      interrupted.await();
                      return closed::countDown;
                    }))
        .isInstanceOf(InterruptedException.class);
    interrupted.countDown();
    assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatIsMadeInTimeIsHandedOverAndWhatFailsToo() throws Exception {
    assertThat(Namespaces.<String>inNew(0, () -> "made")).isEqualTo("made");
    assertThatThrownBy(
            () ->
                Namespaces.<String>inNew(
                    0,
                    () -> {
                      throw new IllegalStateException("not made");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not made");
  }
}
