package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.flow.fair.QueueSet;
import dev.muster.apiserver.flow.fair.QueueSetState;
import dev.muster.apiserver.flow.fair.SeatDemand;
import java.util.function.LongSupplier;

/** A priority level in use. Thread-safe; {@link PriorityLevels} says how many seats it has. */
public final class PriorityLevel {
  /** What seats are wanted is forgotten by half in five minutes, looking every ten seconds. */
  private static final double MEMORY = 0.977;

  /** A list is no wider than this, whatever it holds; less where there are few seats. */
  private static final int WIDEST = 100;

  private static final double WIDEST_PART = 0.15;

  private final QueueSet queues;
  private final RetryAfter retryAfter = new RetryAfter();
  private final HeavyShare heavy = new HeavyShare();
  private volatile LevelSpec spec;
  private volatile LevelSeats seats;
  private volatile int current;
  private volatile Demand demand = new Demand(new SeatDemand.Summary(0, 0, 0, 0), 0, 0);
  private volatile boolean quiescing;

  /**
   * What seats are wanted.
   *
   * @param last over the last ten seconds
   * @param smoothed over the last minutes
   * @param target what it should have
   */
  public record Demand(SeatDemand.Summary last, double smoothed, double target) {
    Demand then(SeatDemand.Summary next) {
      if (next.nanos() <= 0) {
        return new Demand(
            new SeatDemand.Summary(0, last.mean(), last.deviation(), next.most()),
            smoothed,
            target);
      }
      double envelope = next.mean() + next.deviation();
      double smooth = Math.max(envelope, MEMORY * smoothed + (1 - MEMORY) * envelope);
      return new Demand(next, smooth, target);
    }
  }

  PriorityLevel(LevelSpec spec, LongSupplier nanoTime) {
    this.spec = spec;
    this.seats = new LevelSeats(0, 0, 0);
    this.queues = new QueueSet(spec.queuing(), 0, nanoTime);
  }

  public String name() {
    return spec.name();
  }

  public LevelSpec spec() {
    return spec;
  }

  public QueueSet queues() {
    return queues;
  }

  public boolean exempt() {
    return spec.queuing().exempt();
  }

  /** No schema leads here any more: it is kept for those who are in it. */
  public boolean quiescing() {
    return quiescing;
  }

  public int nominal() {
    return seats.nominal();
  }

  public int lower() {
    return seats.lower();
  }

  public int upper() {
    return seats.upper();
  }

  public int current() {
    return current;
  }

  public Demand demand() {
    return demand;
  }

  public QueueSetState state() {
    return queues.state();
  }

  void is(LevelSpec other) {
    spec = other;
    quiescing = false;
  }

  void quiesce() {
    quiescing = true;
  }

  void has(LevelSeats other, boolean fresh) {
    seats = other;
    if (fresh) {
      current = other.initial();
    }
  }

  Demand takeDemand() {
    demand = demand.then(queues.takeDemand());
    return demand;
  }

  void use(int now, double target) {
    current = now;
    demand = new Demand(demand.last(), demand.smoothed(), target);
    queues.configure(spec.queuing(), now);
  }

  /** How many seats a request gets that is estimated to need so many. */
  public int width(int estimated) {
    int most = WIDEST;
    if (spec.queuing().queuing()) {
      int hand = nominal() / spec.queuing().handSize();
      most = Math.clamp((long) Math.ceil(nominal() * WIDEST_PART), 1, Math.max(1, hand));
    }
    return Math.clamp(estimated, 1, Math.min(WIDEST, most));
  }

  /**
   * Whether one more of its requests may be heavy: no more than half of its seats are held by
   * requests that wait for a thread, and no more than half of these are one tenant's. To be given
   * back.
   */
  public boolean takeHeavy(String tenant) {
    return heavy.take(tenant, exempt() ? Integer.MAX_VALUE : Math.max(1, current / 2));
  }

  public void giveHeavy(String tenant) {
    heavy.give(tenant);
  }

  /** In how many seconds one who is refused now should come back. */
  public int refused(long second) {
    return retryAfter.refused(second);
  }
}
