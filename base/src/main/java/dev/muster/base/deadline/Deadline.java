package dev.muster.base.deadline;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * When a request has to be over: after its time, or once nobody waits for it any more. Loops over
 * what a client sent, and whatever else may take long, call {@link #check} at each turn.
 *
 * <p>Worked for by one thread at a time; any thread may end it.
 */
public final class Deadline {
  /** Work that no request waits for, such as that of controllers, takes as long as it takes. */
  private static final Deadline NONE =
      new Deadline(Long.MAX_VALUE, IllegalStateException::new, () -> {});

  private static final ThreadLocal<Deadline> CURRENT = ThreadLocal.withInitial(() -> NONE);

  /** After this long it is worth the while to look out for the client. */
  private static final long SLOW = Duration.ofSeconds(1).toNanos();

  /** How long a virtual thread keeps its carrier from others. */
  private static final long SLICE = Duration.ofMillis(5).toNanos();

  private final long started = System.nanoTime();
  private final Supplier<RuntimeException> late;
  private final Runnable whenSlow;
  private volatile long allowed;
  private volatile @Nullable RuntimeException ended;
  private boolean slow;
  private long slice;

  private Deadline(long allowed, Supplier<RuntimeException> late, Runnable whenSlow) {
    this.allowed = allowed;
    this.late = late;
    this.whenSlow = whenSlow;
  }

  /**
   * For a request that has just begun.
   *
   * @param late what checks throw after that
   * @param whenSlow run once by the request's own thread, when it has worked for a second
   */
  public static Deadline after(
      Duration allowed, Supplier<RuntimeException> late, Runnable whenSlow) {
    return new Deadline(allowed.toNanos(), late, whenSlow);
  }

  /** That of the request for which this thread works. */
  public static Deadline current() {
    return CURRENT.get();
  }

  /** Throws why the request is to end, if it is; lets others have the processor now and then. */
  public static void check() {
    CURRENT.get().test();
  }

  /** Does some of the request's work in this thread. */
  public <T> T call(Callable<T> work) throws Exception {
    Deadline before = CURRENT.get();
    CURRENT.set(this);
    try {
      return work.call();
    } finally {
      if (before == NONE) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }

  /**
   * Does work that is not the request's alone, such as to take in what all will use: the end of the
   * request is no end of it.
   */
  public static <T> T without(Supplier<T> work) {
    Deadline before = CURRENT.get();
    CURRENT.remove();
    try {
      return work.get();
    } finally {
      if (before != NONE) {
        CURRENT.set(before);
      }
    }
  }

  /** No more than this from the beginning of the request; what is longer changes nothing. */
  public void shorten(Duration total) {
    if (this != NONE) {
      allowed = Math.min(allowed, total.toNanos());
    }
  }

  /** The request turns out to be one that lasts for as long as somebody listens. */
  public void lift() {
    allowed = Long.MAX_VALUE;
  }

  /** Nobody waits any more: the next check throws this. */
  public void end(RuntimeException why) {
    if (this != NONE) {
      ended = why;
    }
  }

  /** What is left of the time, at most this much; never nothing, which would wait for ever. */
  public Duration left(Duration atMost) {
    long left = allowed - (System.nanoTime() - started);
    return Duration.ofNanos(Math.max(1_000_000, Math.min(left, atMost.toNanos())));
  }

  private void test() {
    if (this == NONE) {
      return;
    }
    RuntimeException why = ended;
    if (why != null) {
      throw why;
    }
    long spent = System.nanoTime() - started;
    if (spent >= allowed) {
      throw late.get();
    }
    if (spent - slice > SLICE) {
      pause(spent);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread that yields does let others go on
  private void pause(long spent) {
    slice = spent;
    if (!slow && spent > SLOW) {
      slow = true;
      whenSlow.run();
    }
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    }
  }
}
