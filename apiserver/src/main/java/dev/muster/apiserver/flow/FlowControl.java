package dev.muster.apiserver.flow;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.base.deadline.Deadline;
import dev.muster.http.Exchange;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjLongConsumer;

/** Lets requests in, as many of each user as are its share, and gives heavy ones their seats. */
public final class FlowControl implements AutoCloseable {
  private final Lane exempt;
  private final Lane health;
  private final Lane system;
  private final Lane workload;
  private final Lane anonymous;
  private final FlowLimits limits;
  private final Backlog backlog;
  private final ThreadPoolExecutor threads;
  private final FlowCounts counts;

  /** Answers a request with the exchange it is given. */
  @FunctionalInterface
  public interface Work {
    void with(Exchange exchange) throws Exception;
  }

  public FlowControl(FlowLimits limits, FlowCounts counts) {
    this.limits = limits;
    this.counts = counts;
    this.backlog = new Backlog(limits.backlog(), limits.backlogPerUser());
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("seat-", 0).factory());
    this.exempt = Lane.exempt(limits, threads);
    this.health = Lane.health(threads);
    this.system = Lane.system(limits, threads);
    this.workload = Lane.workload(limits, threads);
    this.anonymous = Lane.anonymous(limits, threads);
  }

  /**
   * Serves a request if its user has something left of its share. Health is told to strangers
   * without any: they have a place for as long as they do not make others wait.
   *
   * @throws ApiException with a 429 if not
   */
  public void serve(Exchange exchange, User user, RequestInfo info, Work work) throws Exception {
    Lane lane = lane(user, info);
    if (lane.level() == RequestClass.EXEMPT) {
      exchange.admitted(() -> {});
      work.with(exchange);
    } else if (lane.level() == RequestClass.HEALTH && RequestClass.isAnonymous(user)) {
      work.with(exchange);
    } else {
      String flow = RequestClass.flow(user, exchange);
      Turn turn = turn(lane, info.lasts() ? lane.streams() : lane.requests(), flow);
      exchange.admitted(turn::close);
      work.with(info.lasts() ? lasting(exchange, turn, flow) : exchange);
    }
  }

  private Exchange lasting(Exchange exchange, Turn turn, String flow) {
    return new LastingExchange(
        exchange, turn, stream -> new LastingStream(stream, backlog, flow, limits.patience()));
  }

  /**
   * Has heavy work done in a seat.
   *
   * @param bodyLimit how long the body may be, which is read first; 0 if it is not wanted
   * @throws ApiException with a 429 if there is no seat in time
   */
  public void seated(Exchange exchange, User user, RequestInfo info, int bodyLimit, Work work)
      throws Exception {
    Lane lane = lane(user, info);
    String flow = RequestClass.flow(user, exchange);
    Turn place = turn(lane, lane.places(), flow);
    try {
      SeatedExchange seated = new SeatedExchange(exchange);
      if (bodyLimit > 0) {
        seated.read(bodyLimit);
      }
      Exchange unused =
          lane.seats()
              .run(
                  flow,
                  () -> exchange.elsewhere(() -> work(work, seated)),
                  Deadline.current().left(limits.patience()));
      seated.send();
    } catch (TimeoutException e) {
      throw busy(lane, "time-out");
    } finally {
      place.close();
    }
  }

  private static Exchange work(Work work, SeatedExchange exchange) throws Exception {
    Deadline.check();
    work.with(exchange);
    return exchange;
  }

  private Lane lane(User user, RequestInfo info) {
    return switch (RequestClass.of(user, info)) {
      case EXEMPT -> exempt;
      case HEALTH -> health;
      case SYSTEM -> system;
      case WORKLOAD -> workload;
      case ANONYMOUS -> anonymous;
    };
  }

  private Turn turn(Lane lane, Shares shares, String flow) {
    if (!shares.take(flow)) {
      throw busy(lane, "concurrency-limit");
    }
    return Turn.of(shares, flow);
  }

  private ApiException busy(Lane lane, String reason) {
    counts.refused(name(lane), reason);
    return Status.tooManyRequests().exception();
  }

  private static String name(Lane lane) {
    return lane.level().name().toLowerCase(Locale.ROOT);
  }

  /** Tells, for each level, how many seats are taken. */
  public void eachBusy(ObjLongConsumer<String> told) {
    for (Lane lane : List.of(exempt, health, system, workload, anonymous)) {
      told.accept(name(lane), lane.seats().busy());
    }
  }

  /** How many bytes wait for clients to read their watches. */
  public long backlogBytes() {
    return backlog.total();
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
