package dev.muster.bench;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** Requests of one kind, sent over and over by several, and what became of them. */
final class Load {
  private final String name;
  private final List<Sender> senders = new ArrayList<>();

  /** What one of them saw. Filled by its own thread, read afterwards. */
  private static final class Sender {
    final long[] nanos = new long[1 << 16];
    final AtomicInteger count = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();
  }

  Load(String name) {
    this.name = name;
  }

  /**
   * One more that sends.
   *
   * @param pause milliseconds between two requests
   * @param request sends one; its status code
   */
  void start(CountDownLatch end, long pause, IntSupplier request) {
    Sender sender = new Sender();
    senders.add(sender);
    Thread.ofVirtual().start(() -> run(sender, end, pause, request));
  }

  private static void run(Sender sender, CountDownLatch end, long pause, IntSupplier request) {
    try {
      while (!end.await(pause, TimeUnit.MILLISECONDS) && end.getCount() > 0) {
        long start = System.nanoTime();
        int code = code(request);
        if (code == 429) {
          sender.refused.incrementAndGet();
          Thread.sleep(1_000); // as it was told
        } else if (code / 100 == 2) {
          long nanos = System.nanoTime() - start;
          sender.nanos[sender.count.getAndIncrement() % sender.nanos.length] = nanos;
        } else {
          sender.failed.incrementAndGet();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int code(IntSupplier request) {
    try {
      return request.getAsInt();
    } catch (UncheckedIOException e) {
      return 0;
    }
  }

  String figures() {
    long[] all =
        senders.stream()
            .flatMapToLong(
                sender -> Arrays.stream(sender.nanos, 0, Math.min(sender.count.get(), 1 << 16)))
            .sorted()
            .toArray();
    int least = senders.stream().mapToInt(sender -> sender.count.get()).min().orElse(0);
    int most = senders.stream().mapToInt(sender -> sender.count.get()).max().orElse(0);
    return "%-20s %6d of %d, p50 %.1f ms, p99 %.1f ms, 429 %d, failed %d, each %d to %d"
        .formatted(
            name + ":",
            all.length,
            senders.size(),
            at(all, 0.5),
            at(all, 0.99),
            senders.stream().mapToInt(sender -> sender.refused.get()).sum(),
            senders.stream().mapToInt(sender -> sender.failed.get()).sum(),
            least,
            most);
  }

  private static double at(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) (part * (sorted.length - 1))] / 1e6;
  }
}
