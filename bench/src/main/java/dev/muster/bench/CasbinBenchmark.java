package dev.muster.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.casbin.jcasbin.main.Enforcer;
import org.casbin.jcasbin.model.Model;
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
 * The allowed checks of {@link CheckBenchmark} on jCasbin: its RBAC model with domains, a domain
 * for each namespace, a policy line for each verb of a namespace's role, a grouping for each
 * binding. Without the default roles, which would only make it slower.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class CasbinBenchmark {
  private static final int QUESTIONS = 512;
  private static final String MODEL =
      """
      [request_definition]
      r = sub, dom, obj, act

      [policy_definition]
      p = sub, dom, obj, act

      [role_definition]
      g = _, _, _

      [policy_effect]
      e = some(where (p.eft == allow))

      [matchers]
      m = r.dom == p.dom && r.obj == p.obj && r.act == p.act && g(r.sub, p.sub, r.dom)
      """;

  @Param({"10", "1000", "10000", "100000"})
  public int bindings;

  private final String[][] allowed = new String[QUESTIONS][];
  private Enforcer enforcer = new Enforcer();
  private int next;

  @Setup
  public void load() {
    Model model = new Model();
    model.loadModelFromText(MODEL);
    enforcer = new Enforcer(model);
    List<List<String>> lines = new ArrayList<>();
    for (int i = 0; i < BenchPolicy.namespaces(bindings); i++) {
      lines.add(List.of("reader", "ns" + i, "pods", "get"));
      lines.add(List.of("reader", "ns" + i, "pods", "list"));
    }
    enforcer.addPolicies(lines);
    List<List<String>> groupings = new ArrayList<>();
    for (int i = 0; i < bindings; i++) {
      groupings.add(List.of("user" + i, "reader", BenchPolicy.namespace(i, bindings)));
    }
    enforcer.addGroupingPolicies(groupings);
    Random random = new Random(42);
    for (int q = 0; q < QUESTIONS; q++) {
      int i = random.nextInt(bindings);
      allowed[q] = new String[] {"user" + i, BenchPolicy.namespace(i, bindings), "pods", "get"};
    }
    if (!allow()) {
      throw new IllegalStateException("the question should be allowed");
    }
  }

  @Benchmark
  public boolean allow() {
    return enforcer.enforce((Object[]) allowed[next++ & QUESTIONS - 1]);
  }
}
