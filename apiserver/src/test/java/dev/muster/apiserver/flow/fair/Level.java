package dev.muster.apiserver.flow.fair;

import dev.muster.apiserver.flow.fair.QueueSet.Entry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A level with a clock that stands still, and requests that remember what they were told. */
final class Level {
  static final long MILLIS = 1_000_000;

  final QueueSettings settings;
  final QueueSet set;
  final Set<Asked> executing = new LinkedHashSet<>();
  final List<Asked> order = new ArrayList<>();
  long now;

  Level(QueueSettings settings, int limit) {
    this.settings = settings;
    this.set = new QueueSet(settings, limit, () -> now);
  }

  /** A request of a flow. */
  final class Asked extends SeatRequest {
    final String flow;
    final int number;
    final long arrived = now;
    boolean waits;

    Asked(String flow, String tenant, int seats) {
      super(
          tenant,
          settings.queuing() ? ShuffleSharding.hand("schema", flow, settings) : new int[] {0});
      needs(seats);
      this.flow = flow;
      this.number = ++count;
    }

    @Override
    protected void queued(int length) {
      waits = true;
    }

    @Override
    protected void unqueued() {
      waits = false;
    }

    @Override
    protected void dispatched(long time) {
      executing.add(this);
      order.add(this);
    }

    @Override
    protected void finished(long nanos) {
      executing.remove(this);
    }
  }

  private int count;

  Asked request(String flow) {
    return new Asked(flow, flow, 1);
  }

  Asked request(String flow, String tenant, int seats) {
    return new Asked(flow, tenant, seats);
  }

  Entry enter(String flow) {
    return set.enter(request(flow));
  }

  int seatsInUse() {
    return executing.stream().mapToInt(SeatRequest::seats).sum();
  }

  /** Time passes, and the one that has executed for longest is done. */
  Asked finishOne(long nanos) {
    now += nanos;
    Asked oldest = executing.iterator().next();
    set.leave(oldest);
    return oldest;
  }
}
