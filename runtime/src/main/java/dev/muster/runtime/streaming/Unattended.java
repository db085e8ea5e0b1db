package dev.muster.runtime.streaming;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Commands whose clients went away before the end. They go on, as nothing tells a client that has
 * said all from one that has lost interest; but so many in a container at most, and so long.
 * Thread-safe.
 */
public final class Unattended implements AutoCloseable {
  /** In one container; those beyond end with their clients. */
  static final int MOST = 16;

  /** As long as a kubelet keeps a stream on which nothing moves. */
  private static final Duration LONGEST = Duration.ofHours(4);

  private final Map<String, Integer> counts = new HashMap<>();
  private final Set<Place> taken = new HashSet<>();
  private final ScheduledThreadPoolExecutor timer;

  public Unattended() {
    timer =
        new ScheduledThreadPoolExecutor(
            1, work -> Thread.ofPlatform().daemon().name("unattended").unstarted(work));
    timer.setRemoveOnCancelPolicy(true);
  }

  /** For a command that has a client; closed when the command has ended. */
  Place of(String container, Runnable kill) {
    return new Place(container, kill);
  }

  /** Ends all that are left. */
  @Override
  public void close() {
    timer.shutdownNow();
    Set<Place> left;
    synchronized (this) {
      left = new LinkedHashSet<>(taken);
    }
    left.forEach(place -> place.kill.run());
  }

  final class Place implements AutoCloseable {
    private final String container;
    private final Runnable kill;
    private @Nullable Future<?> end;
    private boolean over;

    private Place(String container, Runnable kill) {
      this.container = container;
      this.kill = kill;
    }

    /** The client is gone. */
    void leave() {
      if (!let()) {
        kill.run();
      }
    }

    private boolean let() {
      synchronized (Unattended.this) {
        if (over || end != null) {
          return true;
        }
        if (timer.isShutdown() || counts.getOrDefault(container, 0) >= MOST) {
          return false;
        }
        counts.merge(container, 1, Integer::sum);
        taken.add(this);
        end = timer.schedule(kill, LONGEST.toSeconds(), TimeUnit.SECONDS);
        return true;
      }
    }

    @Override
    public void close() {
      synchronized (Unattended.this) {
        over = true;
        if (taken.remove(this)) {
          counts.computeIfPresent(container, (id, count) -> count == 1 ? null : count - 1);
        }
        if (end != null) {
          end.cancel(false);
        }
      }
    }
  }
}
