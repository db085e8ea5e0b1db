package dev.muster.apiserver.flow;

import dev.muster.apiserver.flow.config.FlowObserver;
import dev.muster.apiserver.flow.config.FlowSource;
import dev.muster.apiserver.flow.config.PriorityLevel;
import dev.muster.apiserver.flow.config.PriorityLevels;
import dev.muster.apiserver.flow.config.SchemaInForce;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.base.deadline.Deadline;
import dev.muster.http.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests in: each has a place of its tenant's share for as long as it is under way, and
 * seats of its priority level while it is worked on; heavy ones have a thread besides.
 */
public final class FlowControl implements AutoCloseable {
  /** Of its time, a request waits this part at most. */
  private static final int PART = 4;

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** As much as a request has that would wait the longest. */
  private static final Duration MOST = LONGEST_WAIT.multipliedBy(PART);

  private static final String LEVEL_HEADER = "X-Kubernetes-Pf-Prioritylevel-Uid";
  private static final String SCHEMA_HEADER = "X-Kubernetes-Pf-Flowschema-Uid";

  private final FlowLimits limits;
  private final FlowSource source;
  private final PriorityLevels levels;
  private final Inflight inflight;
  private final Backlog backlog;
  private final ThreadPoolExecutor threads;
  private final Lanes lanes;

  /** Answers a request with the exchange it is given. */
  @FunctionalInterface
  public interface Work {
    void with(Exchange exchange) throws Exception;
  }

  /**
   * @param levels those that the source tells of
   */
  public FlowControl(FlowLimits limits, FlowSource source, PriorityLevels levels) {
    this.limits = limits;
    this.source = source;
    this.levels = levels;
    this.inflight = new Inflight(limits.inflight());
    this.backlog = new Backlog(limits.backlog(), limits.backlogPerUser());
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("seat-", 0).factory());
    this.lanes = Lanes.of(limits, threads);
  }

  /** As Kubernetes configures it, for good. */
  public static FlowControl builtIn(FlowLimits limits) {
    PriorityLevels levels = limits.inflight().levels();
    return new FlowControl(limits, FlowSource.builtIn(levels, FlowObserver.NONE), levels);
  }

  /**
   * Serves a request for its tenant. Health is told to strangers without a share: they have a place
   * for as long as they do not make others wait.
   *
   * @throws OverloadedException if the tenant has no place left
   */
  public void serve(Exchange exchange, User user, RequestInfo info, Work work) throws Exception {
    String tenant = RequestClass.flow(user, exchange);
    @Nullable SchemaInForce schema = isRanked(info) ? source.inForce().match(user, info) : null;
    if (schema != null) {
      exchange.addHeader(LEVEL_HEADER, schema.level().spec().uid());
      exchange.addHeader(SCHEMA_HEADER, schema.uid());
    }
    Exchange admitted = admit(exchange, user, info, tenant);
    if (schema != null) {
      try (FlowRequest request = FlowRequest.of(schema, tenant, user, info, patience(info))) {
        work.with(new FlowExchange(admitted, request));
      }
    } else if (info.lasts()) {
      work.with(admitted);
    } else {
      counted(user, info, admitted, work);
    }
  }

  /**
   * From now on a request that is served may be worked on: it gets its seats, when its turn has
   * come, or once its body is there if it brings one. Until then nothing but its path and its user
   * may be looked at, which costs next to nothing.
   *
   * @param width how many seats it is estimated to need
   * @throws OverloadedException if its turn does not come in time
   */
  public void begin(Exchange exchange, IntSupplier width) {
    FlowExchange inLevel = exchange.layer(FlowExchange.class);
    if (inLevel != null) {
      inLevel.request().begin(inLevel, width.getAsInt());
    }
  }

  /** What lasts has no level, but for the beginning of a watch. */
  private boolean isRanked(RequestInfo info) {
    return limits.inflight().priorityAndFairness() && (!info.lasts() || isWatch(info));
  }

  private static boolean isWatch(RequestInfo info) {
    return info.verb().equals("watch");
  }

  /** Lets it count for its tenant, if that has a place left. */
  private Exchange admit(Exchange exchange, User user, RequestInfo info, String tenant) {
    Lane lane = lanes.of(user, info);
    if (lane.level() == RequestClass.EXEMPT) {
      exchange.admitted(() -> {});
      return exchange;
    }
    if (lane.level() == RequestClass.HEALTH && RequestClass.isAnonymous(user)) {
      return exchange;
    }
    Shares shares = info.lasts() ? lane.streams() : lane.requests();
    if (!shares.take(tenant)) {
      throw busy(user, info, "concurrency-limit");
    }
    Turn turn = Turn.of(shares, tenant);
    exchange.admitted(turn::close);
    return info.lasts()
        ? new LastingExchange(
            exchange, turn, stream -> new LastingStream(stream, backlog, tenant, limits.patience()))
        : exchange;
  }

  private void counted(User user, RequestInfo info, Exchange exchange, Work work) throws Exception {
    Runnable give = inflight.take(info.verb(), user.groups().contains(User.MASTERS));
    try {
      work.with(new Inflight.Counted(exchange, give));
    } finally {
      give.run();
    }
  }

  private Duration patience(RequestInfo info) {
    return info.lasts()
        ? limits.patience()
        : Duration.ofNanos(Deadline.current().left(MOST).toNanos() / PART);
  }

  /**
   * Has heavy work done by a thread of its own.
   *
   * @param bodyLimit how long the body may be, which is read first; 0 if it is not wanted
   * @throws OverloadedException if there is none in time
   */
  public void seated(Exchange exchange, User user, RequestInfo info, int bodyLimit, Work work)
      throws Exception {
    Lane lane = lanes.of(user, info);
    String tenant = RequestClass.flow(user, exchange);
    if (!lane.places().take(tenant)) {
      throw busy(user, info, "concurrency-limit");
    }
    try (Turn place = Turn.of(lane.places(), tenant)) {
      SeatedExchange seated = new SeatedExchange(exchange);
      if (bodyLimit > 0) {
        seated.read(bodyLimit);
      }
      FlowExchange inLevel = exchange.layer(FlowExchange.class);
      @Nullable PriorityLevel level = inLevel == null ? null : inLevel.request().level();
      if (level != null && !level.takeHeavy(tenant)) {
        throw busy(user, info, "concurrency-limit");
      }
      try {
        Exchange unused =
            lane.seats()
                .run(
                    place.flow(),
                    () -> exchange.elsewhere(() -> work(work, seated)),
                    Deadline.current().left(limits.patience()));
      } finally {
        if (level != null) {
          level.giveHeavy(tenant);
        }
      }
      seated.send();
    } catch (TimeoutException e) {
      throw busy(user, info, "time-out");
    }
  }

  private static Exchange work(Work work, SeatedExchange exchange) throws Exception {
    Deadline.check();
    work.with(exchange);
    return exchange;
  }

  private OverloadedException busy(User user, RequestInfo info, String reason) {
    if (!limits.inflight().priorityAndFairness()) {
      return new OverloadedException(1);
    }
    SchemaInForce schema = source.inForce().match(user, info);
    schema.observer().rejected(reason);
    return new OverloadedException(schema.level().refused(Instant.now().getEpochSecond()));
  }

  /** Tells, for each class of users, how many heavy requests are worked on. */
  public void eachBusy(ObjLongConsumer<String> told) {
    lanes.eachBusy(told);
  }

  /** How many bytes wait for clients to read their watches. */
  public long backlogBytes() {
    return backlog.total();
  }

  public PriorityLevels levels() {
    return levels;
  }

  /** What people see of it. */
  public FlowDump dump() {
    return new FlowDump(
        () -> {
          source.inForce();
          return levels.all();
        });
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
