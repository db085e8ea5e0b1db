package dev.muster.bench;

import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One binding of 100,000 is given to somebody else. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class UpdateBenchmark {
  private static final int BINDINGS = 100_000;

  private RbacIndex index = new RbacIndex();
  private int next;

  @Setup
  public void load() {
    index = BenchPolicy.index(BINDINGS);
  }

  @Benchmark
  public RbacSnapshot update() {
    next++;
    index.put(BenchPolicy.binding(next * 7919 % BINDINGS, BINDINGS, "user" + next % BINDINGS));
    return index.snapshot();
  }
}
