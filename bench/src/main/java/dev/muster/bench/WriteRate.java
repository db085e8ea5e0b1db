package dev.muster.bench;

import dev.muster.store.Draft;
import dev.muster.store.EmbeddedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * How fast the store's durable creates are, beside a bare fsync on the same disk. Arguments: a
 * directory on it, seconds for each figure.
 */
public final class WriteRate {
  private static final int VALUE_BYTES = 1024;
  private static final int[] WRITERS = {1, 8, 32, 32, 128};

  private WriteRate() {}

  public static void main(String[] args) throws Exception {
    Path base = Path.of(args[0]);
    int seconds = Integer.parseInt(args[1]);
    Path directory = Files.createTempDirectory(base, "write-rate");
    fsync(directory, "fsync, appending", false);
    fsync(directory, "fsync, overwriting", true);
    fsyncs(directory, 32, seconds);
    try (EmbeddedStore<Integer> store =
        EmbeddedStore.open(directory, (key, bytes, revision) -> bytes.length)) {
      for (int writers : WRITERS) {
        creates(store, writers, seconds);
      }
    }
    long started = System.nanoTime();
    try (EmbeddedStore<Integer> store =
        EmbeddedStore.open(directory, (key, bytes, revision) -> bytes.length)) {
      System.out.printf(
          "restart with %d entries: %d ms%n",
          store.snapshot().count(""), (System.nanoTime() - started) / 1_000_000);
      started = System.nanoTime();
      store.compact(store.snapshot().revision());
      System.out.printf("compaction: %d ms%n", (System.nanoTime() - started) / 1_000_000);
    }
  }

  private static void fsync(Path directory, String name, boolean overwrite) throws IOException {
    Path file = directory.resolve("fsync");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long[] nanos = new long[1000];
      for (int i = 0; i < nanos.length; i++) {
        long started = System.nanoTime();
        channel.write(ByteBuffer.allocate(4096), overwrite ? 0 : i * 4096L);
        channel.force(false);
        nanos[i] = System.nanoTime() - started;
      }
      print(name, nanos, 0);
    }
    Files.delete(file);
  }

  /** What so many writers pay who know nothing of each other. */
  private static void fsyncs(Path directory, int writers, int seconds) throws InterruptedException {
    ConcurrentLinkedQueue<long[]> all = new ConcurrentLinkedQueue<>();
    CountDownLatch done = new CountDownLatch(writers);
    long started = System.nanoTime();
    for (int w = 0; w < writers; w++) {
      Path file = directory.resolve("fsync-" + w);
      Thread.ofPlatform()
          .start(
              () -> {
                try {
                  all.add(appends(file, started + seconds * 1_000_000_000L));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                } finally {
                  done.countDown();
                }
              });
    }
    done.await();
    long[] nanos = all.stream().flatMapToLong(Arrays::stream).toArray();
    print("fsync, " + writers + " writers", nanos, System.nanoTime() - started);
  }

  private static long[] appends(Path file, long end) throws IOException {
    long[] nanos = new long[200_000];
    int n = 0;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long now = System.nanoTime(); now < end && n < nanos.length; n++) {
        channel.write(ByteBuffer.allocate(VALUE_BYTES), (long) n * VALUE_BYTES);
        channel.force(false);
        long after = System.nanoTime();
        nanos[n] = after - now;
        now = after;
      }
    }
    Files.delete(file);
    return Arrays.copyOf(nanos, n);
  }

  private static void creates(EmbeddedStore<Integer> store, int writers, int seconds)
      throws InterruptedException {
    ConcurrentLinkedQueue<long[]> all = new ConcurrentLinkedQueue<>();
    CountDownLatch done = new CountDownLatch(writers);
    long started = System.nanoTime();
    long end = started + seconds * 1_000_000_000L;
    for (int w = 0; w < writers; w++) {
      String prefix = "configmaps/" + started + "/" + w + "-";
      Thread.startVirtualThread(
          () -> {
            long[] nanos = new long[200_000];
            int n = 0;
            for (long now = System.nanoTime(); now < end && n < nanos.length; n++) {
              store.put(prefix + n, new Filler(), 0);
              long after = System.nanoTime();
              nanos[n] = after - now;
              now = after;
            }
            all.add(Arrays.copyOf(nanos, n));
            done.countDown();
          });
    }
    done.await();
    long[] nanos = all.stream().flatMapToLong(Arrays::stream).toArray();
    print("create, " + writers + " writers", nanos, System.nanoTime() - started);
  }

  private record Filler() implements Draft<Integer> {
    @Override
    public byte[] bytes() {
      return new byte[VALUE_BYTES];
    }

    @Override
    public Integer committed(long revision) {
      return VALUE_BYTES;
    }
  }

  private static void print(String name, long[] nanos, long elapsed) {
    Arrays.sort(nanos);
    System.out.printf(
        "%-20s p50 %6d us  p90 %6d us  p99 %6d us  max %7d us %s%n",
        name,
        nanos[nanos.length / 2] / 1000,
        nanos[nanos.length * 9 / 10] / 1000,
        nanos[nanos.length * 99 / 100] / 1000,
        nanos[nanos.length - 1] / 1000,
        elapsed == 0 ? "" : "  " + nanos.length * 1_000_000_000L / elapsed + "/s");
  }
}
