package dev.muster.bench;

import dev.muster.apiserver.flow.config.FlowObserver;
import dev.muster.apiserver.flow.config.FlowSource;
import dev.muster.apiserver.flow.config.PriorityLevels;
import dev.muster.apiserver.flow.config.SchemaInForce;
import dev.muster.apiserver.flow.fair.QueueSet.Entry;
import dev.muster.apiserver.flow.fair.SeatRequest;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What priority and fairness costs a request that does not have to wait, with Kubernetes' levels.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"})
public class FlowBenchmark {
  private final FlowSource source =
      FlowSource.builtIn(new PriorityLevels(600, System::nanoTime), FlowObserver.NONE);
  private final User admin = User.of("admin", User.MASTERS, "system:authenticated");
  private final User account =
      new User(
          "system:serviceaccount:team:robot",
          "",
          List.of("system:serviceaccounts", "system:serviceaccounts:team", "system:authenticated"),
          Map.of());
  private final RequestInfo get =
      RequestInfo.of("GET", "/api/v1/namespaces/team/pods/web", Query.parse(""));

  /** The first schema takes it. */
  @Benchmark
  public SchemaInForce matchesFirst() {
    return source.inForce().match(admin, get);
  }

  /** Nearly the last one takes it. */
  @Benchmark
  public SchemaInForce matchesLate() {
    return source.inForce().match(account, get);
  }

  /** Finds its schema, takes a seat and gives it back. */
  @Benchmark
  public Entry wholeWay() {
    SchemaInForce schema = source.inForce().match(account, get);
    SeatRequest request =
        new SeatRequest("system:serviceaccount:team", schema.flow(account, get).hand()) {};
    Entry entry = schema.level().queues().enter(request);
    schema.level().queues().leave(request);
    return entry;
  }
}
