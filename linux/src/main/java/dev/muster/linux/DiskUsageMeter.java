package dev.muster.linux;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Tells how much directories take, without letting those who fill them set the pace: a directory
 * that takes long to count is counted in the background, seldom, and few at a time. Thread-safe.
 */
public final class DiskUsageMeter {
  /** A directory is left alone for so many times as long as counting it took. */
  private static final int REST = 10;

  private static final int AT_ONCE = 2;
  private static final int REMEMBERED = 4096;
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private static final CompletableFuture<?> NOT_AWAITED = CompletableFuture.completedFuture(null);

  private static final class Meter {
    private DiskUsage last = DiskUsage.NONE;
    private long restUntil = System.nanoTime();
    private boolean slow;
    private DiskUsage.@Nullable Walk walk;
    private CompletableFuture<?> done = NOT_AWAITED;
  }

  private final Semaphore places = new Semaphore(AT_ONCE);
  private final Duration patience;
  private final Map<Path, Meter> meters =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Meter> eldest) {
          return size() > REMEMBERED;
        }
      };

  public DiskUsageMeter() {
    this(PATIENCE);
  }

  /**
   * @param patience how long a caller waits for a count, unless it is known to take longer
   */
  DiskUsageMeter(Duration patience) {
    this.patience = patience;
  }

  /**
   * What the directory takes: now if that is soon counted, else as it was counted last, or as far
   * as the count got if that is more. Nothing, if it is not there.
   */
  public DiskUsage of(Path directory) {
    Meter meter;
    CompletableFuture<?> done;
    synchronized (this) {
      meter = meters.computeIfAbsent(directory, each -> new Meter());
      if (meter.walk == null && System.nanoTime() - meter.restUntil >= 0) {
        begin(directory, meter);
      }
      done = meter.slow ? NOT_AWAITED : meter.done;
    }
    await(done);
    synchronized (this) {
      DiskUsage.Walk walk = meter.walk;
      DiskUsage counted = walk == null ? DiskUsage.NONE : walk.counted();
      return counted.bytes() > meter.last.bytes() ? counted : meter.last;
    }
  }

  private void begin(Path directory, Meter meter) {
    DiskUsage.Walk walk = new DiskUsage.Walk();
    CompletableFuture<?> done = new CompletableFuture<>();
    meter.walk = walk;
    meter.done = done;
    Thread.ofPlatform()
        .daemon()
        .name("disk-usage")
        .start(
            () -> {
              places.acquireUninterruptibly();
              long started = System.nanoTime();
              DiskUsage counted = null;
              try (Fd top = Fd.directory(directory)) {
                walk.count(top);
                counted = walk.counted();
              } catch (SyscallException e) {
                counted = e.errno() == Errno.ENOENT ? DiskUsage.NONE : null;
              } finally {
                places.release();
                ended(meter, counted, started);
                done.complete(null);
              }
            });
  }

  /**
   * @param counted null if it could not be
   */
  private synchronized void ended(Meter meter, @Nullable DiskUsage counted, long started) {
    long now = System.nanoTime();
    meter.walk = null;
    meter.last = counted == null ? meter.last : counted;
    meter.slow = now - started > patience.toNanos();
    meter.restUntil = now + REST * (now - started);
  }

  private void await(CompletableFuture<?> done) {
    try {
      done.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // what is known has to do
    }
  }
}
