package dev.muster.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SeatsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final Executor threads = task -> Thread.ofPlatform().daemon().start(task);
  private final LinkedBlockingQueue<String> begun = new LinkedBlockingQueue<>();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void close() {
    release.countDown();
    clients.close();
  }

  private Future<String> send(Seats seats, String user, String name) {
    return clients.submit(() -> seats.run(user, () -> work(name), LONG));
  }

  private String work(String name) throws InterruptedException {
    begun.add(name);
    release.await();
    return Thread.currentThread().isVirtual() ? "virtual" : "platform";
  }

  @Test
  void workIsDoneOnPlatformThreads() throws Exception {
    Future<String> done = send(new Seats(1, 1, threads), "alice", "a");
    release.countDown();
    assertThat(done.get()).isEqualTo("platform");
  }

  @Test
  void oneUserTakesNoMoreThanItsOwn() throws Exception {
    Seats seats = new Seats(3, 2, threads);
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(send(seats, "alice", "alice"));
    }
    assertThat(begun.take()).isEqualTo("alice");
    assertThat(begun.take()).isEqualTo("alice");
    all.add(send(seats, "bob", "bob"));
    assertThat(begun.take()).as("the third seat is not alice's").isEqualTo("bob");
    release.countDown();
    for (Future<String> each : all) {
      assertThat(each.get()).isEqualTo("platform");
    }
    while (seats.busy() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void usersTakeTurnsHoweverMuchOneHasWaiting() throws Exception {
    Seats seats = new Seats(1, 1, threads);
    CountDownLatch first = new CountDownLatch(1);
    List<String> order = new ArrayList<>();
    Future<String> holder =
        clients.submit(
            () ->
                seats.run(
                    "alice",
                    () -> {
                      begun.add("held");
                      first.await();
                      return "";
                    },
                    LONG));
    assertThat(begun.take()).isEqualTo("held");
    List<Future<?>> all = new ArrayList<>();
    for (String user : List.of("alice", "alice", "alice", "bob")) {
      CountDownLatch queued = new CountDownLatch(1);
      all.add(
          clients.submit(
              () -> {
                queued.countDown();
                return seats.run(user, () -> order.add(user), LONG);
              }));
      queued.await();
      while (seats.waiting() < all.size()) {
        Thread.onSpinWait();
      }
    }
    first.countDown();
    for (Future<?> each : all) {
      each.get();
    }
    assertThat(holder.get()).isEmpty();
    assertThat(order.indexOf("bob")).as("%s", order).isLessThanOrEqualTo(1);
  }

  @Test
  void whoWaitsInVainIsToldAndNothingIsDone() throws Exception {
    Seats seats = new Seats(1, 1, threads);
    Future<String> holder = send(seats, "alice", "held");
    assertThat(begun.take()).isEqualTo("held");
    assertThatExceptionOfType(TimeoutException.class)
        .isThrownBy(() -> seats.run("bob", () -> begun.add("never"), Duration.ofMillis(1)));
    release.countDown();
    assertThat(holder.get()).isEqualTo("platform");
    assertThat(begun).isEmpty();
    assertThat(seats.run("bob", () -> "now", LONG)).isEqualTo("now");
  }

  @Test
  void whatTheWorkThrowsIsThrown() {
    Seats seats = new Seats(1, 1, threads);
    RuntimeException problem = new IllegalStateException("of the work");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                seats.run(
                    "alice",
                    () -> {
                      throw problem;
                    },
                    LONG))
        .isSameAs(problem);
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(
            () ->
                seats.run(
                    "alice",
                    () -> {
                      throw new StackOverflowError();
                    },
                    LONG));
  }
}
