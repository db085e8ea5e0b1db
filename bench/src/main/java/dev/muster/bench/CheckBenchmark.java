package dev.muster.bench;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.util.ArrayList;
import java.util.List;
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
 * One RBAC check, with the default policy and more and more role bindings over 1,000 namespaces.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
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
    RbacIndex index = new RbacIndex();
    List<RbacObject> objects = new ArrayList<>(DefaultPolicy.objects());
    int namespaces = Math.min(1000, bindings);
    for (int i = 0; i < namespaces; i++) {
      objects.add(
          new RbacObject.Role(
              Metadata.named("ns" + i, "reader"),
              List.of(PolicyRule.on(List.of(""), List.of("pods"), List.of("get", "list")))));
    }
    for (int i = 0; i < bindings; i++) {
      objects.add(
          new RbacObject.RoleBinding(
              Metadata.named("ns" + i % namespaces, "b" + i),
              List.of(Subject.user("user" + i)),
              RoleRef.role("reader")));
    }
    index.replaceAll(objects);
    authorizer = new RbacAuthorizer(index);
    Random random = new Random(42);
    for (int q = 0; q < QUESTIONS; q++) {
      int i = random.nextInt(bindings);
      User user = User.of("user" + i, "system:authenticated", "team" + i % 7);
      allowed[q] =
          Attributes.resource(user, "get", "", "v1", "pods", "", "ns" + i % namespaces, "p");
      refused[q] =
          Attributes.resource(user, "delete", "", "v1", "pods", "", "ns" + i % namespaces, "p");
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
