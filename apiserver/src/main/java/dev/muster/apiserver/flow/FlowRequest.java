package dev.muster.apiserver.flow;

import dev.muster.apiserver.flow.config.Flow;
import dev.muster.apiserver.flow.config.PriorityLevel;
import dev.muster.apiserver.flow.config.SchemaInForce;
import dev.muster.apiserver.flow.fair.SeatRequest;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.http.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A request on its way through its level: it takes its seats when it has all that it needs of its
 * client, and gives them back before it waits for its client again.
 */
final class FlowRequest extends SeatRequest implements AutoCloseable {
  /** An HTTP/1.1 connection is read only to see its end, which costs it, after this long. */
  private static final long QUIET = TimeUnit.SECONDS.toNanos(1);

  private final SchemaInForce schema;
  private final Flow flow;
  private final User user;
  private final RequestInfo info;
  private final long patience;
  private final long arrived = System.nanoTime();
  private volatile Stage stage = Stage.BEFORE;
  private volatile long began;

  private enum Stage {
    /** It has not asked for its seats yet. */
    BEFORE,
    WAITING,
    WORKING,
    OVER
  }

  private FlowRequest(
      SchemaInForce schema,
      Flow flow,
      String tenant,
      User user,
      RequestInfo info,
      Duration patience) {
    super(tenant, flow.hand());
    this.schema = schema;
    this.flow = flow;
    this.user = user;
    this.info = info;
    this.patience = patience.toNanos();
  }

  /**
   * @param tenant who is behind it, see {@link RequestClass#flow}
   * @param patience how long it may wait for its seats
   */
  static FlowRequest of(
      SchemaInForce schema, String tenant, User user, RequestInfo info, Duration patience) {
    return new FlowRequest(schema, schema.flow(user, info), tenant, user, info, patience);
  }

  /** The same one once more, for work that it does after it has given its seats back. */
  FlowRequest again() {
    FlowRequest next =
        new FlowRequest(schema, flow, tenant(), user, info, Duration.ofNanos(patience));
    next.needs(seats());
    return next;
  }

  PriorityLevel level() {
    return schema.level();
  }

  SchemaInForce schema() {
    return schema;
  }

  Flow flow() {
    return flow;
  }

  User user() {
    return user;
  }

  RequestInfo info() {
    return info;
  }

  /** When it arrived, as {@link System#nanoTime} tells. */
  long arrived() {
    return arrived;
  }

  /** When it was given its seats, likewise; empty while it has none. */
  OptionalLong began() {
    return stage == Stage.WORKING ? OptionalLong.of(began) : OptionalLong.empty();
  }

  /** What brings no body needs nothing of its client any more, and takes its seats at once. */
  void begin(Exchange exchange, int estimated) {
    int seats = level().width(estimated);
    schema.observer().estimated(seats);
    needs(seats);
    if (exchange.method().equals("GET") || exchange.bodyLength() == 0) {
      take(exchange);
    }
  }

  /**
   * Takes its seats, waiting for them if need be. Does nothing if it has, or had, them.
   *
   * @throws OverloadedException if it gets none
   */
  void take(Exchange exchange) {
    if (stage == Stage.BEFORE) {
      enter(() -> waits(exchange));
    }
  }

  /**
   * The same, of a request whose answer has begun: that its client is gone is seen when it writes.
   *
   * @throws OverloadedException if it gets none
   */
  void takeAgain() {
    enter(() -> level().queues().await(this, patience, false));
  }

  private void enter(BooleanSupplier wait) {
    stage = Stage.WAITING;
    boolean executes =
        switch (level().queues().enter(this)) {
          case EXECUTING -> executesAtOnce();
          case WAITING -> waited(wait);
          case CONCURRENCY_LIMIT -> refuseAtOnce("concurrency-limit");
          case QUEUE_FULL -> refuseAtOnce("queue-full");
        };
    if (!executes) {
      stage = Stage.OVER;
      throw new OverloadedException(level().refused(Instant.now().getEpochSecond()));
    }
    stage = Stage.WORKING;
  }

  private boolean executesAtOnce() {
    if (!level().exempt()) {
      schema.observer().waited(0, true);
    }
    return true;
  }

  private boolean waited(BooleanSupplier wait) {
    long since = System.nanoTime();
    boolean executes = wait.getAsBoolean();
    schema.observer().waited(System.nanoTime() - since, true);
    return executes || refuse("time-out");
  }

  private boolean waits(Exchange exchange) {
    exchange.ifGone(() -> level().queues().abandon(this));
    boolean executes = level().queues().await(this, Math.min(patience, QUIET), patience > QUIET);
    if (!executes && waiting()) {
      exchange.onGone(() -> level().queues().abandon(this));
      executes = level().queues().await(this, patience - QUIET, false);
    }
    return executes;
  }

  private boolean refuseAtOnce(String reason) {
    schema.observer().waited(0, false);
    return refuse(reason);
  }

  private boolean refuse(String reason) {
    schema.observer().rejected(reason);
    return false;
  }

  @Override
  protected void queued(int length) {
    schema.observer().queued(seats(), length);
  }

  @Override
  protected void unqueued() {
    schema.observer().unqueued(seats());
  }

  @Override
  protected void dispatched(long now) {
    began = now;
    schema.observer().dispatched(seats());
  }

  @Override
  protected void finished(long nanos) {
    schema.observer().finished(seats(), nanos, info.verb().equals("watch"));
  }

  /** Gives its seats back, if it has them, and waits for none any more. */
  @Override
  public void close() {
    Stage last = stage;
    stage = Stage.OVER;
    if (last == Stage.WAITING) {
      level().queues().abandon(this);
    }
    if (last == Stage.WORKING || last == Stage.WAITING) {
      level().queues().leave(this);
    }
  }
}
