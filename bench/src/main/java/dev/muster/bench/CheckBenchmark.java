package dev.muster.bench;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One RBAC check, with the default policy and more and more role bindings over 1,000 namespaces, in
 * a JVM with the launcher's flags.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-XX:+UseSerialGC",
      "-XX:+UseCompactObjectHeaders",
      "-Xmn96m",
      "-XX:+UseTransparentHugePages"
    })
public class CheckBenchmark {
  private static final int QUESTIONS = 512;

  @Param({"10", "1000", "10000", "100000"})
  public int bindings;

  private final Attributes[] allowed = new Attributes[QUESTIONS];
  private final Attributes[] refused = new Attributes[QUESTIONS];
  private RbacAuthorizer authorizer = new RbacAuthorizer(new RbacIndex());
  private int next;

  @Setup
  public void load() {
    authorizer = new RbacAuthorizer(BenchPolicy.index(bindings));
    Random random = new Random(42);
    for (int q = 0; q < QUESTIONS; q++) {
      int i = random.nextInt(bindings);
      allowed[q] = BenchPolicy.question(i, bindings, "get");
      refused[q] = BenchPolicy.question(i, bindings, "delete");
    }
  }

  @Benchmark
  public Decision allow() {
    return authorizer.authorize(allowed[next++ & QUESTIONS - 1]);
  }

  @Benchmark
  public Decision refuse() {
    return authorizer.authorize(refused[next++ & QUESTIONS - 1]);
  }
}
