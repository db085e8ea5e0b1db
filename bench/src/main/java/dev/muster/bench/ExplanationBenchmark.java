package dev.muster.bench;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.explain.Explanation;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Why, who can, and many decisions at once, with 100,000 bindings over 1,000 namespaces. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmn96m"})
public class ExplanationBenchmark {
  private static final int BINDINGS = 100_000;
  private static final int QUESTIONS = 512;
  private static final int BULK = 10_000;

  private final Attributes[] allowed = new Attributes[QUESTIONS];
  private final Attributes[] refused = new Attributes[QUESTIONS];
  private final Attributes[] bulk = new Attributes[BULK];
  private RbacSnapshot policy = new RbacIndex().snapshot();
  private PolicyQuestions questions = new PolicyQuestions(policy);
  private int next;

  @Setup
  public void load() {
    policy = BenchPolicy.index(BINDINGS).snapshot();
    questions = new PolicyQuestions(policy);
    Random random = new Random(42);
    for (int q = 0; q < QUESTIONS; q++) {
      int i = random.nextInt(BINDINGS);
      allowed[q] = BenchPolicy.question(i, BINDINGS, "get");
      refused[q] = BenchPolicy.question(i, BINDINGS, "delete");
    }
    for (int q = 0; q < BULK; q++) {
      bulk[q] = BenchPolicy.question(random.nextInt(BINDINGS), BINDINGS, q % 2 == 0 ? "get" : "x");
    }
  }

  @Benchmark
  public Explanation whyYes() {
    return questions.why(allowed[next++ & QUESTIONS - 1]);
  }

  @Benchmark
  public Explanation whyNo() {
    return questions.why(refused[next++ & QUESTIONS - 1]);
  }

  @Benchmark
  public List<Grantee> whoCan() {
    return questions.whoCan(allowed[next++ & QUESTIONS - 1]);
  }

  /** One decision of ten thousand that come together. */
  @Benchmark
  @OperationsPerInvocation(BULK)
  public void bulk(Blackhole hole) {
    RbacSnapshot one = policy;
    for (Attributes request : bulk) {
      Decision decision = one.authorize(request);
      hole.consume(decision);
    }
  }
}
