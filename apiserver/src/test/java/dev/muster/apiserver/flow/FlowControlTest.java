package dev.muster.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.flow.config.FlowSource;
import dev.muster.apiserver.flow.config.PriorityLevel;
import dev.muster.apiserver.flow.config.PriorityLevels;
import dev.muster.apiserver.flow.config.SchemaObserver;
import dev.muster.apiserver.flow.fair.QueueSet;
import dev.muster.apiserver.flow.fair.SeatRequest;
import dev.muster.apiserver.request.FakeExchange;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FlowControlTest {
  private static final int MANY = 100_000;
  private static final User NOBODY = User.of("system:anonymous");
  private static final User ALICE = User.of("alice");
  private static final User BOB = User.of("bob", "system:authenticated");
  private static final User ADMIN = User.of("root", User.MASTERS);

  private final FlowControl flow = FlowControl.builtIn(withPlaces(256));
  private final List<Runnable> open = new ArrayList<>();

  /** However small the heap is. */
  private static FlowLimits withPlaces(int places) {
    FlowLimits usual = FlowLimits.defaults();
    return new FlowLimits(
        usual.requests(),
        usual.requestsPerUser(),
        usual.streams(),
        usual.streamsPerUser(),
        usual.seats(),
        usual.seatsPerUser(),
        places,
        places / 6,
        usual.patience(),
        usual.backlog(),
        usual.backlogPerUser(),
        usual.inflight());
  }

  @AfterEach
  void close() {
    flow.close();
  }

  /** A request that is under way until somebody ends it. */
  private class Lasting extends WrappedExchange {
    private final String network;

    Lasting(String network) {
      super(new FakeExchange());
      this.network = network;
    }

    @Override
    public String network() {
      return network;
    }

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void admitted(Runnable over) {
      open.add(over);
    }
  }

  private boolean letIn(User user, String network, String path) throws Exception {
    RequestInfo info = RequestInfo.of("GET", path, Query.parse(""));
    try {
      flow.serve(new Lasting(network), user, info, exchange -> flow.begin(exchange, () -> 1));
      return true;
    } catch (OverloadedException e) {
      return false;
    }
  }

  private int take(User user, String network, String path) throws Exception {
    int taken = 0;
    while (taken < MANY && letIn(user, network, path)) {
      taken++;
    }
    return taken;
  }

  @Test
  void nobodyInParticularTakesNothingFromAnybodyElse() throws Exception {
    assertThat(take(NOBODY, "10.0.0.1", "/api/v1/pods")).isEqualTo(100);
    assertThat(letIn(NOBODY, "10.0.0.2", "/api/v1/pods")).as("another address").isTrue();
    for (int i = 3; i < 100; i++) {
      take(NOBODY, "10.0.0." + i, "/api/v1/pods");
    }
    assertThat(take(ALICE, "10.0.0.1", "/api/v1/pods")).isEqualTo(400);
    assertThat(letIn(User.of("system:kube-scheduler"), "10.0.0.1", "/api/v1/pods")).isTrue();
    assertThat(letIn(ADMIN, "10.0.0.1", "/api/v1/pods")).isTrue();
    assertThat(letIn(NOBODY, "10.0.0.1", "/livez")).isTrue();
  }

  @Test
  void whoAsksForHealthWithoutEndIsToldToComeBackAndNobodyElseIs() throws Exception {
    assertThat(take(ALICE, "10.0.0.1", "/livez")).isEqualTo(100);
    assertThat(letIn(User.of("bob"), "10.0.0.1", "/livez")).isTrue();
    assertThat(letIn(NOBODY, "10.0.0.1", "/livez")).isTrue();
    assertThat(take(ADMIN, "10.0.0.1", "/livez")).isEqualTo(MANY);
  }

  @Test
  void aPlaceIsFreeAgainWhenTheRequestIsOver() throws Exception {
    assertThat(take(ALICE, "10.0.0.1", "/api/v1/pods")).isEqualTo(400);
    open.getFirst().run();
    open.getFirst().run();
    assertThat(take(ALICE, "10.0.0.1", "/api/v1/pods")).isEqualTo(1);
  }

  /** Notes how many requests are worked on while it waits for its client. */
  private final class Slow extends WrappedExchange {
    final List<String> seen = new ArrayList<>();

    Slow() {
      super(new FakeExchange());
    }

    private void see(String when) {
      long working =
          flow.levels().all().stream().mapToInt(level -> level.state().executing()).sum();
      seen.add(when + " " + working);
    }

    @Override
    public String method() {
      return "POST";
    }

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void admitted(Runnable over) {}

    @Override
    public byte[] body(int limit) {
      see("sends");
      return new byte[0];
    }

    @Override
    public void respond(int code, String contentType, Body body) {
      see("reads");
    }
  }

  @Test
  void whoIsSlowToSendOrToReadHoldsNoSeat() throws Exception {
    Slow slow = new Slow();
    RequestInfo info =
        RequestInfo.of("POST", "/api/v1/namespaces/default/configmaps", Query.parse(""));
    flow.serve(
        slow,
        ALICE,
        info,
        exchange -> {
          flow.begin(exchange, () -> 1);
          exchange.body(1);
          slow.see("works");
          exchange.respond(201, "", new byte[0]);
        });
    assertThat(slow.seen).containsExactly("sends 0", "works 1", "reads 0");
  }

  @Test
  void whatFailsGivesItsSeatBack() {
    assertThatThrownBy(
            () ->
                flow.serve(
                    new Lasting("10.0.0.1"),
                    ALICE,
                    RequestInfo.of("GET", "/api/v1/pods", Query.parse("")),
                    exchange -> {
                      flow.begin(exchange, () -> 1);
                      throw new IllegalStateException("of the work");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(flow.levels().all()).allMatch(level -> level.queues().idle());
  }

  /** Somebody else's request, with all seats of a level. */
  private static final class Rival extends SeatRequest {
    Rival(PriorityLevel level) {
      super("rival", new int[] {0});
      needs(level.current());
    }
  }

  private PriorityLevel level(String name) {
    return flow.levels().all().stream()
        .filter(level -> level.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatFailsWhileItWaitsGetsNoSeatAfterwards() throws Exception {
    assertThat(letIn(BOB, "10.0.0.1", "/api/v1/pods")).isTrue();
    PriorityLevel level = level("global-default");
    Rival rival = new Rival(level);
    assertThat(level.queues().enter(rival)).isEqualTo(QueueSet.Entry.EXECUTING);
    Lasting broken =
        new Lasting("10.0.0.1") {
          @Override
          public void ifGone(Runnable action) {
            throw new IllegalStateException("of the connection");
          }
        };
    assertThatThrownBy(
            () ->
                flow.serve(
                    broken,
                    BOB,
                    RequestInfo.of("GET", "/api/v1/pods", Query.parse("")),
                    exchange -> flow.begin(exchange, () -> 1)))
        .isInstanceOf(IllegalStateException.class);
    level.queues().leave(rival);
    assertThat(level.queues().idle()).isTrue();
  }

  /** A watch of a client that notes what is worked on while it is written to. */
  private final class Watching extends Lasting {
    final List<String> seen = new ArrayList<>();

    Watching() {
      super("10.0.0.1");
    }

    void see(String when) {
      seen.add(when + " " + level("global-default").state().executing());
    }

    @Override
    public Stream stream(int code, String contentType, long length) {
      see("heads");
      return new Stream() {
        @Override
        public void write(Body body) {
          see("reads");
        }

        @Override
        public void onGone(Runnable action) {}

        @Override
        public void abort() {}

        @Override
        public void close() {}
      };
    }
  }

  private static RequestInfo watchOfPods() {
    return RequestInfo.of("GET", "/api/v1/pods", Query.parse("watch=1&resourceVersion=0"));
  }

  @Test
  void aWatchHasSeatsWhileItLooksThroughWhatThereIsAndNoneWhileItsClientReads() throws Exception {
    Watching watch = new Watching();
    flow.serve(
        watch,
        BOB,
        watchOfPods(),
        exchange -> {
          flow.begin(exchange, () -> 1);
          watch.see("begins");
          try (Exchange.Stream out = exchange.stream(200, "");
              InitialEvents initial = InitialEvents.of(exchange)) {
            Exchange.Stream sending = initial.sending(out);
            initial.look();
            watch.see("looks");
            sending.write(Body.of(new byte[1]));
            initial.look();
            watch.see("looks");
            initial.pause();
            watch.see("follows");
            sending.write(1, () -> Body.of(new byte[1]));
          }
        });
    assertThat(watch.seen)
        .containsExactly(
            "begins 1", "heads 0", "looks 1", "reads 0", "looks 1", "follows 0", "reads 0");
    assertThat(level("global-default").queues().idle()).isTrue();
  }

  @Test
  void watchesThatBeginAtOnceDoNotLookThroughEverythingAtOnce() throws Exception {
    Watching watch = new Watching();
    Thread.currentThread().interrupt(); // it has no time to wait
    flow.serve(
        watch,
        BOB,
        watchOfPods(),
        exchange -> {
          flow.begin(exchange, () -> 1);
          try (Exchange.Stream stream = exchange.stream(200, "");
              InitialEvents initial = InitialEvents.of(exchange)) {
            assertThat(stream).isNotNull();
            Rival others = new Rival(level("global-default"));
            level("global-default").queues().enter(others);
            assertThatThrownBy(initial::look).isInstanceOf(OverloadedException.class);
            level("global-default").queues().leave(others);
          }
        });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(level("global-default").queues().idle()).isTrue();
  }

  /** A body that comes when the test likes. */
  private static final class SlowBody extends WrappedExchange {
    final CountDownLatch read = new CountDownLatch(1);
    final CountDownLatch sent;

    SlowBody(CountDownLatch sent) {
      super(new FakeExchange());
      this.sent = sent;
    }

    @Override
    public String method() {
      return "POST";
    }

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void admitted(Runnable over) {}

    @Override
    public byte[] body(int limit) {
      read.countDown();
      try {
        sent.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new byte[0];
    }

    @Override
    public void respond(int code, String contentType, Body body) {}
  }

  private boolean heavy(User user, SlowBody body) throws Exception {
    RequestInfo info =
        RequestInfo.of("POST", "/api/v1/namespaces/default/configmaps", Query.parse(""));
    try {
      flow.serve(
          body,
          user,
          info,
          exchange -> {
            flow.begin(exchange, () -> 1);
            flow.seated(exchange, user, info, 1, seated -> seated.respond(201, "", new byte[0]));
          });
      return true;
    } catch (OverloadedException e) {
      return false;
    }
  }

  @Test
  @Timeout(30)
  void slowBodiesTakeNothingOfWhatOthersHeavyRequestsNeed() throws Exception {
    assertThat(letIn(BOB, "10.0.0.1", "/api/v1/pods")).isTrue();
    // as many as may be heavy in the level: all with a place, and none with a body
    int most = level("global-default").current() / 2;
    CountDownLatch sent = new CountDownLatch(1);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> slow = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        User mallory = User.of("mallory-" + i, "system:authenticated");
        SlowBody body = new SlowBody(sent);
        slow.add(clients.submit(() -> heavy(mallory, body)));
        body.read.await();
      }
      boolean served = heavy(BOB, new SlowBody(new CountDownLatch(0)));
      sent.countDown();
      assertThat(served).isTrue();
      for (Future<Boolean> each : slow) {
        assertThat(each.get()).isTrue();
      }
    }
  }

  @Test
  void aTenantHasHalfOfWhatMayBeHeavyInALevel() throws Exception {
    assertThat(letIn(BOB, "10.0.0.1", "/api/v1/pods")).isTrue();
    PriorityLevel level = level("global-default");
    int most = level.current() / 2;
    for (int i = 0; i < most / 2; i++) {
      assertThat(level.takeHeavy("mallory")).isTrue();
    }
    assertThat(level.takeHeavy("mallory")).isFalse();
    assertThat(level.takeHeavy("bob")).isTrue();
    level.giveHeavy("mallory");
    assertThat(level.takeHeavy("mallory")).isTrue();
    int others = 0;
    while (level.takeHeavy("other-" + others)) {
      others++;
    }
    assertThat(others).as("of all").isEqualTo(most - most / 2 - 1);
  }

  @Test
  void whoWaitedInVainHasWaitedAsOneWhoExecutes() throws Exception {
    List<String> told = new ArrayList<>();
    SchemaObserver observer =
        new SchemaObserver() {
          @Override
          public void waited(long nanos, boolean let) {
            told.add("waited " + let);
          }

          @Override
          public void rejected(String reason) {
            told.add(reason);
          }
        };
    PriorityLevels levels = InflightLimits.defaults().levels();
    FlowSource source = FlowSource.builtIn(levels, (level, schema) -> observer);
    try (FlowControl observed = new FlowControl(FlowLimits.defaults(), source, levels)) {
      for (PriorityLevel level : levels.all()) {
        level.queues().enter(new Rival(level));
      }
      for (User user : List.of(BOB, ALICE)) {
        Thread.currentThread().interrupt(); // it has no time to wait
        assertThatThrownBy(
                () ->
                    observed.serve(
                        new Lasting("10.0.0.1"),
                        user,
                        RequestInfo.of("GET", "/api/v1/pods", Query.parse("")),
                        exchange -> observed.begin(exchange, () -> 1)))
            .isInstanceOf(OverloadedException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
    }
    assertThat(told)
        .as("one who may wait, and one who may not")
        .containsExactly("waited true", "time-out", "waited false", "concurrency-limit");
  }
}
